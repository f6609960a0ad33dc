Somebody changes a policy and deletes a tag by hand; drift tells who, apply puts it right.

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

$ quorate drift --detailed-exitcode
  No drift. 3 in sync.

$ as alice.laptop quorate call update_policy '{"policyId":"@Policy/No exports","policyNotes":"mine"}'
  ACTIVITY_STATUS_COMPLETED

$ as alice.laptop quorate call delete_policies '{"policyIds":["@Policy/Signers"]}'
  ACTIVITY_STATUS_COMPLETED

$ quorate drift --detailed-exitcode
  Changed behind git's back:

    ~ Policy/No exports was changed behind git's back
        # by alice, TIME, update_policy, activity id-3
        # manifests/policies.yaml:9
        + notes: mine

  Deleted behind git's back:

    ~ Policy/Signers was deleted behind git's back
        # by alice, TIME, delete_policies, activity id-4
        # manifests/policies.yaml:1

  Drift: 1 drifted, 1 missing, 0 in conflict, 0 unmanaged, 1 in sync.
exit 2

$ quorate plan
  quorate will perform the following changes:

    ~ Policy/No exports will be updated in place
        # manifests/policies.yaml:9
        # changed behind git's back by alice, TIME, update_policy, activity id-3
        - notes: mine

    + Policy/Signers will be created
        # manifests/policies.yaml:1
        # deleted behind git's back by alice, TIME, delete_policies, activity id-4
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-5
          UserTag/signers = id-1

  Plan: 1 to add, 1 to change, 0 to destroy.
  Activities: 2. Drift: 2.

$ quorate apply --auto-approve
  quorate will perform the following changes:

    ~ Policy/No exports will be updated in place
        # manifests/policies.yaml:9
        # changed behind git's back by alice, TIME, update_policy, activity id-3
        - notes: mine

    + Policy/Signers will be created
        # manifests/policies.yaml:1
        # deleted behind git's back by alice, TIME, delete_policies, activity id-4
        + condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${PrivateKeyTag/hot}')
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          PrivateKeyTag/hot = id-5
          UserTag/signers = id-1

  Plan: 1 to add, 1 to change, 0 to destroy.
  Activities: 2. Drift: 2.

  Apply complete! Resources: 1 added, 1 changed, 0 destroyed.
!   done    s1 create_policy Policy/Signers (0.0 s)
!   done    s2 update_policy Policy/No exports (0.0 s)

$ quorate drift
  No drift. 3 in sync.

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
