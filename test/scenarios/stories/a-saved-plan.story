A saved plan is what is applied, and only while nothing has moved.

$ quorate plan --out plan.json
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

  Saved. To carry out exactly this: quorate apply plan.json

$ quorate apply plan.json
  Applying plan.json. Plan: 3 to add, 0 to change, 0 to destroy.

  Apply complete! Resources: 3 added, 0 changed, 0 destroyed.
!   done    s1 create_private_key_tag PrivateKeyTag/hot (0.0 s)
!   done    s2 create_policy Policy/No exports (0.0 s)
!   done    s3 create_policy Policy/Signers (0.0 s)

$ quorate apply plan.json
! error Q6201: `Policy/No exports` has appeared in the organisation since the plan was made
!   = help: plan again, and have the new plan reviewed
!
! error Q6201: `Policy/Signers` has appeared in the organisation since the plan was made
!   = help: plan again, and have the new plan reviewed
!
! error Q6201: `PrivateKeyTag/hot` has appeared in the organisation since the plan was made
!   = help: plan again, and have the new plan reviewed
!
! 3 errors
exit 6

$ replace manifests/policies.yaml "EXPORT" "DELETE"

$ quorate plan --out plan.json
  quorate will perform the following changes:

    ~ Policy/No exports will be updated in place
        # manifests/policies.yaml:9
        ~ condition: activity.action == 'EXPORT' -> activity.action == 'DELETE'

  Plan: 0 to add, 1 to change, 0 to destroy.
  Activities: 1.

  Saved. To carry out exactly this: quorate apply plan.json

$ replace manifests/policies.yaml "DELETE" "IMPORT"

$ quorate apply plan.json
! error Q6201: the manifests have changed since the plan was made
!   = help: plan again, and have the new plan reviewed
!
! 1 error
exit 6

$ replace plan.json "activity.action" "activity.kind"

$ quorate apply plan.json
! error Q7120: the plan `plan.json` was altered after it was made: its digest does not fit
!   = help: make it again with `quorate plan --out FILE`
!
! 1 error
exit 6

$ quorate apply plan.json --target "Policy/*"
! error Q7113: --target cannot be given with a saved plan
!   = help: give it to `quorate plan --out`, so that it is reviewed with the plan
!
! 1 error
exit 1

$ quorate apply missing.json
! error Q7120: the plan `missing.json` cannot be read: it does not exist
!   = help: check the path and its permissions
!
! 1 error
exit 3

$ quorate apply quorate.yaml
! error Q7120: the plan `quorate.yaml` is not JSON: it is cut off or was edited
!   = help: make it again with `quorate plan --out FILE`
!
! 1 error
exit 3

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
