Guards refuse with their numbers, and each is lifted by its own flag with a reason.

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/No exports will be created
        # manifests/policies.yaml:9
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

    + Policy/Signers will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}') (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-1

    + PrivateKeyTag/hot will be created
        # manifests/tags.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-2

  Plan: 3 to add, 0 to change, 0 to destroy.
  Activities: 3.

  Apply complete! Resources: 3 added, 0 changed, 0 destroyed.
!   done    s1 create_private_key_tag PrivateKeyTag/hot (0.0 s)
!   done    s2 create_policy Policy/No exports (0.0 s)
!   done    s3 create_policy Policy/Signers (0.0 s)

$ replace manifests/policies.yaml "name: Signers," "name: Others,"

$ replace manifests/policies.yaml "name: No exports" "name: No imports"

$ quorate plan
  quorate will perform the following changes:

    - Policy/No exports will be deleted: no manifest declares it

    + Policy/No imports will be created
        # manifests/policies.yaml:9
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

    + Policy/Others will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-3
          UserTag/signers = id-1

    - Policy/Signers will be deleted: no manifest declares it

  refused Q5402: 2 of 2 live Policy resources have no manifest and would be deleted; that is all of them
      help: if that is meant, give --allow-deletes Policy=2 with --reason

  Plan: 2 to add, 0 to change, 2 to destroy.
  Activities: 4.
exit 4

$ quorate apply --auto-approve
  quorate will perform the following changes:

    - Policy/No exports will be deleted: no manifest declares it

    + Policy/No imports will be created
        # manifests/policies.yaml:9
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

    + Policy/Others will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-3
          UserTag/signers = id-1

    - Policy/Signers will be deleted: no manifest declares it

  refused Q5402: 2 of 2 live Policy resources have no manifest and would be deleted; that is all of them
      help: if that is meant, give --allow-deletes Policy=2 with --reason

  Plan: 2 to add, 0 to change, 2 to destroy.
  Activities: 4.
exit 4

$ quorate plan --allow-deletes Policy=2
! error Q7112: a guard is overridden without a reason
!   = help: say why with --reason; it stands in the plan
!
! 1 error
exit 1

$ quorate plan --allow-deletes Policy=1 --reason "renaming"
  quorate will perform the following changes:

    - Policy/No exports will be deleted: no manifest declares it

    + Policy/No imports will be created
        # manifests/policies.yaml:9
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

    + Policy/Others will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-3
          UserTag/signers = id-1

    - Policy/Signers will be deleted: no manifest declares it

  refused Q5402: 2 of 2 live Policy resources have no manifest and would be deleted; that is all of them (--allow-deletes said 1)
      help: if that is meant, give --allow-deletes Policy=2 with --reason

  Plan: 2 to add, 0 to change, 2 to destroy.
  Activities: 4.
exit 4

$ quorate apply --auto-approve --allow-deletes Policy=2 --reason "renaming"
  quorate will perform the following changes:

    - Policy/No exports will be deleted: no manifest declares it

    + Policy/No imports will be created
        # manifests/policies.yaml:9
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

    + Policy/Others will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-3
          UserTag/signers = id-1

    - Policy/Signers will be deleted: no manifest declares it

  allowed Q5402: 2 of 2 live Policy resources have no manifest and would be deleted; that is all of them
      reason: renaming

  Plan: 2 to add, 0 to change, 2 to destroy.
  Activities: 4.

  Apply complete! Resources: 2 added, 0 changed, 2 destroyed.
!   done    s1 create_policy Policy/No imports (0.0 s)
!   done    s2 delete_policies Policy/Signers (0.0 s)
!   done    s3 create_policy Policy/Others (0.0 s)
!   done    s4 delete_policies Policy/No exports (0.0 s)

$ quorate plan --reason "for nothing"
! error Q7112: `--reason` is given, and no guard is overridden
!   = help: remove it, or give the override it belongs to
!
! 1 error
exit 1

$ quorate plan --allow-deletes Polcy=1 --reason "typo"
! error Q7111: `--allow-deletes Polcy=1` is not Kind=N
!   = help: did you mean `Policy`?
!
! 1 error
exit 1

$ quorate plan --accept-lockout Q9999 --reason "typo"
! error Q7111: `--accept-lockout Q9999` names no lock-out check
!   = help: there are Q5403, Q5404, Q5405
!
! 1 error
exit 1

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["manifests/*.yaml"]
egress: ["127.0.0.1"]
kinds:
  Policy: { manage: exclusive }
environments:
  local: { service: embedded, seed: seed.yaml }
-- seed.yaml --
apiVersion: quorate/v1
kind: Organization
metadata: { name: Example }
spec:
  rootQuorum: { threshold: 1, users: [deployer, alice] }
  userTags: [{ name: signers }]
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
    - { name: alice, email: alice@example.com, tags: [signers], apiKeys: [{ name: laptop }] }
  privateKeys: [{ name: hot-1, curve: CURVE_SECP256K1 }]
-- manifests/policies.yaml --
apiVersion: quorate/v1
kind: Policy
metadata: { name: Signers, labels: { team: treasury } }
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
  condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: No exports }
spec:
  effect: EFFECT_DENY
  condition: activity.action == 'EXPORT'
-- manifests/tags.yaml --
apiVersion: quorate/v1
kind: PrivateKeyTag
metadata: { name: hot }
spec: { privateKeys: [hot-1] }
