What is protected stays, even when its manifest and the protection's own block are gone.

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/No exports will be created
        # manifests/all.yaml:1
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

  Apply complete! Resources: 1 added, 0 changed, 0 destroyed.
!   done    s1 create_policy Policy/No exports (0.0 s)

$ replace manifests/all.yaml "lifecycle: { protect: true }" ""

$ quorate plan
  No changes. Your organization matches the manifests.

$ replace manifests/all.yaml "kind: Policy" "kind: Policy\nstate: absent"

$ quorate plan
  quorate will perform the following changes:

    - Policy/No exports will be deleted
        # manifests/all.yaml:1

  refused Q5401: `Policy/No exports` is protected (the inventory remembers it) and would be deleted
      help: apply `lifecycle: { protect: false }` first, or give --allow-protected 'Policy/No exports' with --reason

  Plan: 0 to add, 0 to change, 1 to destroy.
  Activities: 1.
exit 4

$ quorate apply --auto-approve --allow-protected "Policy/No exports" --reason "moved to another organisation"
  quorate will perform the following changes:

    - Policy/No exports will be deleted
        # manifests/all.yaml:1

  allowed Q5401: `Policy/No exports` is protected (the inventory remembers it) and would be deleted
      reason: moved to another organisation

  Plan: 0 to add, 0 to change, 1 to destroy.
  Activities: 1.

  Apply complete! Resources: 0 added, 0 changed, 1 destroyed.
!   done    s1 delete_policies Policy/No exports (0.0 s)

$ quorate plan
  No changes. Your organization matches the manifests.

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
  rootQuorum: { threshold: 1, users: [deployer, alice] }
  userTags: [{ name: signers }]
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
    - { name: alice, email: alice@example.com, tags: [signers], apiKeys: [{ name: laptop }] }
  privateKeys: [{ name: hot-1, curve: CURVE_SECP256K1 }]
-- manifests/all.yaml --
apiVersion: quorate/v1
kind: Policy
metadata: { name: No exports }
lifecycle: { protect: true }
spec: { effect: EFFECT_DENY, condition: activity.action == 'EXPORT' }
