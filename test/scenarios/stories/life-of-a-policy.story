A policy is made, changed, renamed and removed, and every plan after an apply is empty.

$ quorate validate
  Valid. 3 resources in 2 files, 0 warnings.

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

$ quorate plan --detailed-exitcode
  No changes. Your organization matches the manifests.

$ replace manifests/policies.yaml "activity.action == 'EXPORT'" "activity.action in ['EXPORT', 'DELETE']"

$ quorate plan --detailed-exitcode
  quorate will perform the following changes:

    ~ Policy/No exports will be updated in place
        # manifests/policies.yaml:9
        ~ condition: activity.action [-==-]{+in+} {+[+}'EXPORT'{+, 'DELETE']+}

  Plan: 0 to add, 1 to change, 0 to destroy.
  Activities: 1.
exit 2

$ quorate apply --auto-approve
  quorate will perform the following changes:

    ~ Policy/No exports will be updated in place
        # manifests/policies.yaml:9
        ~ condition: activity.action [-==-]{+in+} {+[+}'EXPORT'{+, 'DELETE']+}

  Plan: 0 to add, 1 to change, 0 to destroy.
  Activities: 1.

  Apply complete! Resources: 0 added, 1 changed, 0 destroyed.
!   done    s1 update_policy Policy/No exports (0.0 s)

$ replace manifests/policies.yaml "metadata: { name: No exports }" "metadata: { name: Nothing leaves, renamedFrom: No exports }"

$ quorate apply --auto-approve
  quorate will perform the following changes:

    ~ Policy/Nothing leaves will be renamed from Policy/No exports
        # manifests/policies.yaml:9
        ~ name: No exports -> Nothing leaves

  Plan: 0 to add, 1 to change, 0 to destroy.
  Activities: 1.

  Apply complete! Resources: 0 added, 1 changed, 0 destroyed.
!   done    s1 update_policy Policy/Nothing leaves (0.0 s)

$ quorate plan
  No changes. Your organization matches the manifests.

$ replace manifests/policies.yaml "metadata: { name: Nothing leaves, renamedFrom: No exports }" "state: absent\nmetadata: { name: Nothing leaves }"

$ quorate apply --auto-approve
  quorate will perform the following changes:

    - Policy/Nothing leaves will be deleted
        # manifests/policies.yaml:9

  Plan: 0 to add, 0 to change, 1 to destroy.
  Activities: 1.

  Apply complete! Resources: 0 added, 0 changed, 1 destroyed.
!   done    s1 delete_policies Policy/Nothing leaves (0.0 s)

$ quorate plan
  No changes. Your organization matches the manifests.

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
