A run can be narrowed, and a target that matches nothing is an error.

$ quorate plan --target "PrivateKeyTag/hot"
  quorate will perform the following changes:

    + PrivateKeyTag/hot will be created
        # manifests/tags.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-1

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

$ quorate plan --target "Policy/Signers"
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}') (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-2

    + PrivateKeyTag/hot will be created
        # manifests/tags.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-1

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.

$ quorate plan --selector team=treasury
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}') (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-2

    + PrivateKeyTag/hot will be created
        # manifests/tags.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-1

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.

$ quorate plan --exclude "PrivateKeyTag/*"
  quorate will perform the following changes:

    + Policy/No exports will be created
        # manifests/policies.yaml:9
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

    ! Policy/Signers cannot be changed
        # manifests/policies.yaml:1
        # blocked: it refers to `PrivateKeyTag/hot`, which does not exist yet and is left out of this run
        # to make it possible: include it in the run

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1. Blocked: 1.

$ quorate plan --exclude "Policy/*"
  quorate will perform the following changes:

    + PrivateKeyTag/hot will be created
        # manifests/tags.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-1

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

$ quorate plan --target "Policy/Sigers"
  error Q5102: `Policy/Sigers` matches no resource, neither declared nor live
      help: did you mean `Policy/Signers`?

  Planning failed. Nothing is changed by a plan that failed.
exit 3

$ quorate plan --target "Polcy/x"
! error Q7110: `--target Polcy/x` is no address
!   = help: did you mean `Policy`?
!
! 1 error
exit 1

$ quorate plan --selector team=tresury
  error Q5108: no manifest is labelled `team=tresury`
      help: did you mean `team=treasury`?

  Planning failed. Nothing is changed by a plan that failed.
exit 3

$ quorate plan --selector nosuch
  error Q5108: no manifest is labelled `nosuch`
      help: labels stand under `metadata.labels` of a manifest

  Planning failed. Nothing is changed by a plan that failed.
exit 3

$ quorate plan --selector team=treasury
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}') (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-2

    + PrivateKeyTag/hot will be created
        # manifests/tags.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-1

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.

$ quorate plan --var limt=1
! error Q7126: `--var limt=…` is given, and nothing uses or declares the variable
!   = help: use `${var.NAME}` in a manifest, or leave it out
!
! 1 error
exit 3

$ quorate plan --target "Policy/Sigers" --out plan.json
  error Q5102: `Policy/Sigers` matches no resource, neither declared nor live
      help: did you mean `Policy/Signers`?

  Planning failed. Nothing is changed by a plan that failed.
exit 3

$ quorate apply plan.json
! error Q7120: the plan `plan.json` cannot be read: it does not exist
!   = help: check the path and its permissions
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
