An apply that needs a second person's approval waits, is not sent twice, and goes on when it has it.

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN' (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-1

    + PrivateKeyTag/hot will be created
        # manifests/all.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-2

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.

  # s1 create_private_key_tag PrivateKeyTag/hot waits for approval
        activity id-3, fingerprint digest-1
        needs more approvals; approved so far by deployer
  . s2 create_policy Policy/Signers was not started: s1 (create_private_key_tag), which it needs, waits for approval

  Apply pending. Resources: 0 added, 0 changed, 0 destroyed. Steps that wait for approval: 1, not started: 1.
  To continue: quorate apply
!   pending s1 create_private_key_tag PrivateKeyTag/hot (0.0 s)
exit 5

$ quorate plan --detailed-exitcode
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN' (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-1

    + PrivateKeyTag/hot will be created
        # manifests/all.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-2

    # s1 (create_private_key_tag) already waits for approval as activity id-3; it is followed, not submitted again

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.
exit 2

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN' (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-1

    + PrivateKeyTag/hot will be created
        # manifests/all.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-2

    # s1 (create_private_key_tag) already waits for approval as activity id-3; it is followed, not submitted again

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.

  # s1 create_private_key_tag PrivateKeyTag/hot waits for approval
        activity id-3, fingerprint digest-1
        needs more approvals; approved so far by deployer
  . s2 create_policy Policy/Signers was not started: s1 (create_private_key_tag), which it needs, waits for approval

  Apply pending. Resources: 0 added, 0 changed, 0 destroyed. Steps that wait for approval: 1, not started: 1.
  To continue: quorate apply
!   pending s1 create_private_key_tag PrivateKeyTag/hot (0.0 s)
exit 5

$ as alice.laptop quorate call approve_activity '{"fingerprint":"@fingerprint1"}'
  ACTIVITY_STATUS_COMPLETED

$ quorate plan
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN'
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-4
          UserTag/signers = id-1

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1. Inventory: 1 to record.

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN'
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-4
          UserTag/signers = id-1

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1. Inventory: 1 to record.

  # s1 create_policy Policy/Signers waits for approval
        activity id-5, fingerprint digest-2
        needs more approvals; approved so far by deployer

  Apply pending. Resources: 0 added, 0 changed, 0 destroyed. Steps that wait for approval: 1, not started: 0.
  To continue: quorate apply
!   pending s1 create_policy Policy/Signers (0.0 s)
exit 5

$ as alice.laptop quorate call reject_activity '{"fingerprint":"@fingerprint1"}'
  ACTIVITY_STATUS_REJECTED

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN'
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-4
          UserTag/signers = id-1

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

  # s1 create_policy Policy/Signers waits for approval
        activity id-6, fingerprint digest-3
        needs more approvals; approved so far by deployer

  Apply pending. Resources: 0 added, 0 changed, 0 destroyed. Steps that wait for approval: 1, not started: 0.
  To continue: quorate apply
!   pending s1 create_policy Policy/Signers (0.0 s)
exit 5

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["manifests/*.yaml"]
egress: ["127.0.0.1"]
environments:
  local: { service: embedded, seed: seed.yaml }
-- seed.yaml --
apiVersion: quorate/v1
kind: Organization
metadata: { name: Example }
spec:
  rootQuorum: { threshold: 2, users: [deployer, alice] }
  userTags: [{ name: signers }]
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
    - { name: alice, email: alice@example.com, tags: [signers], apiKeys: [{ name: laptop }] }
  privateKeys: [{ name: hot-1, curve: CURVE_SECP256K1 }]
-- manifests/all.yaml --
apiVersion: quorate/v1
kind: PrivateKeyTag
metadata: { name: hot }
spec: { privateKeys: [hot-1] }
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: Signers }
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
  condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN'
