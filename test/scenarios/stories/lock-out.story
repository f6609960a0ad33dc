Nobody is locked out by a plan: not by an allowlist, not by an MFA policy on whoever applies.

$ quorate plan
  quorate will perform the following changes:

    + IpAllowlist/organization will be created
        # manifests/all.yaml:1
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 203.0.113.0/24}]

    + MfaPolicy/deployer/Mail for exports will be created
        # manifests/all.yaml:6
        + condition: activity.action == 'EXPORT'
        + order:     0
        + steps:     [{any: [{type: AUTHENTICATION_TYPE_EMAIL_OTP}]}]
        + userId:    ${User/deployer}
          User/deployer = id-1

  refused Q5403: `IpAllowlist/organization` would be enforced, and it is not known from which address this machine reaches the service
      help: write the addresses under `egress:` in the project file, or give --accept-lockout Q5403 with --reason
  refused Q5405: `MfaPolicy/deployer/Mail for exports` would bind `deployer`, who applies this plan and cannot satisfy it with an API key alone
      help: apply as another user, or give --accept-lockout Q5405 with --reason

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.
exit 4

$ replace quorate.yaml "environments:" "egress: [127.0.0.1]\nenvironments:"

$ quorate plan --target "IpAllowlist/*"
  quorate will perform the following changes:

    + IpAllowlist/organization will be created
        # manifests/all.yaml:1
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 203.0.113.0/24}]

  refused Q5404: `IpAllowlist/organization` would shut out 127.0.0.1, from which this machine reaches the service
      help: add a rule that covers it, or give --accept-lockout Q5404 with --reason

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.
exit 4

$ replace manifests/all.yaml "203.0.113.0/24" "127.0.0.0/24"

$ quorate plan --target "IpAllowlist/*"
  quorate will perform the following changes:

    + IpAllowlist/organization will be created
        # manifests/all.yaml:1
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.0/24}]

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

$ quorate apply --auto-approve --accept-lockout Q5405 --reason "the deployer has a mailbox"
  quorate will perform the following changes:

    + IpAllowlist/organization will be created
        # manifests/all.yaml:1
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.0/24}]

    + MfaPolicy/deployer/Mail for exports will be created
        # manifests/all.yaml:6
        + condition: activity.action == 'EXPORT'
        + order:     0
        + steps:     [{any: [{type: AUTHENTICATION_TYPE_EMAIL_OTP}]}]
        + userId:    ${User/deployer}
          User/deployer = id-1

  allowed Q5405: `MfaPolicy/deployer/Mail for exports` would bind `deployer`, who applies this plan and cannot satisfy it with an API key alone
      reason: the deployer has a mailbox

  Plan: 2 to add, 0 to change, 0 to destroy.
  Activities: 2.

  Apply complete! Resources: 2 added, 0 changed, 0 destroyed.
!   done    s1 create_mfa_policy MfaPolicy/deployer/Mail for exports (0.0 s)
!   done    s2 set_ip_allowlist IpAllowlist/organization (0.0 s)

$ quorate drift
  No drift. 2 in sync.

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["manifests/*.yaml"]
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
    - { name: deployer, email: deployer@example.com, apiKeys: [{ name: ci }] }
    - { name: alice, email: alice@example.com, tags: [signers], apiKeys: [{ name: laptop }] }
  privateKeys: [{ name: hot-1, curve: CURVE_SECP256K1 }]
-- manifests/all.yaml --
apiVersion: quorate/v1
kind: IpAllowlist
metadata: { name: organization }
spec: { rules: [{ cidr: 203.0.113.0/24 }] }
---
apiVersion: quorate/v1
kind: MfaPolicy
metadata: { name: Mail for exports }
spec:
  user: deployer
  order: 0
  condition: activity.action == 'EXPORT'
  steps: [{ any: [{ type: AUTHENTICATION_TYPE_EMAIL_OTP }] }]
