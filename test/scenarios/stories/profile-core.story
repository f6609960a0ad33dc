The same manifests on a service that offers the core operations only: replaced instead of updated, and what cannot be done is said.

$ quorate plan
  Note: PrivateKeyTag: taken from the inventory; the profile offers no list_private_key_tags
  Note: Policy: taken from the inventory; the profile offers no list_policies
  Note: MfaPolicy: taken from the inventory; the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: taken from the inventory; the profile offers no get_ip_allowlist

  quorate will perform the following changes:

    ! IpAllowlist/organization cannot be changed
        # manifests/all.yaml:30
        # blocked: creating it needs `set_ip_allowlist`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or create it by hand
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.1/32}]

    ! MfaPolicy/alice/Mail cannot be changed
        # manifests/all.yaml:14
        # blocked: it refers to `User/alice`, which cannot be looked up: the profile `core` offers no list_users
        # to make it possible: put its identifier under `identifiers:` of the environment, as `User/alice: <identifier>`

    ! Policy/Signers cannot be changed
        # manifests/all.yaml:6
        # blocked: it refers to `PrivateKeyTag/hot`, which cannot be made: it refers to `PrivateKey/hot-1`, which cannot be looked up: the profile `core` offers no list_private_keys
        # to make it possible: put its identifier under `identifiers:` of the environment, as `PrivateKey/hot-1: <identifier>`

    ! PrivateKeyTag/hot cannot be changed
        # manifests/all.yaml:1
        # blocked: it refers to `PrivateKey/hot-1`, which cannot be looked up: the profile `core` offers no list_private_keys
        # to make it possible: put its identifier under `identifiers:` of the environment, as `PrivateKey/hot-1: <identifier>`

    + WebhookEndpoint/audit will be created
        # manifests/all.yaml:23
        + active:        true
        + subscriptions: [{eventType: ACTIVITY_UPDATES, active: true}]
        + url:           https://hooks.example.com/audit

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1. Blocked: 4.

$ replace quorate.yaml "identifiers: {}" "identifiers: { UserTag/signers: 11111111-1111-4111-8111-111111111111, PrivateKey/hot-1: 22222222-2222-4222-8222-222222222222, User/alice: 33333333-3333-4333-8333-333333333333 }"

$ quorate apply --auto-approve
  Note: PrivateKeyTag: taken from the inventory; the profile offers no list_private_key_tags
  Note: Policy: taken from the inventory; the profile offers no list_policies
  Note: MfaPolicy: taken from the inventory; the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: taken from the inventory; the profile offers no get_ip_allowlist

  quorate will perform the following changes:

    ! IpAllowlist/organization cannot be changed
        # manifests/all.yaml:30
        # blocked: creating it needs `set_ip_allowlist`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or create it by hand
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.1/32}]

    + MfaPolicy/alice/Mail will be created
        # manifests/all.yaml:14
        + condition: activity.action == 'SIGN'
        + order:     0
        + steps:     [{any: [{type: AUTHENTICATION_TYPE_EMAIL_OTP}]}]
        + userId:    ${User/alice}
          User/alice = id-1

    + Policy/Signers will be created
        # manifests/all.yaml:6
        + condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN' (identifier known after apply)
        + consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
        + effect:    EFFECT_ALLOW
          UserTag/signers = id-2

    + PrivateKeyTag/hot will be created
        # manifests/all.yaml:1
        + privateKeys: [${PrivateKey/hot-1}]
          PrivateKey/hot-1 = id-3

    + WebhookEndpoint/audit will be created
        # manifests/all.yaml:23
        + active:        true
        + subscriptions: [{eventType: ACTIVITY_UPDATES, active: true}]
        + url:           https://hooks.example.com/audit

  Plan: 4 to add, 0 to change, 0 to destroy.
  Activities: 4. Blocked: 1.

  Apply incomplete. Resources: 4 added, 0 changed, 0 destroyed. Changes that this service cannot make: 1.
!   done    s1 create_private_key_tag PrivateKeyTag/hot (0.0 s)
!   done    s2 create_mfa_policy MfaPolicy/alice/Mail (0.0 s)
!   done    s3 create_webhook_endpoint WebhookEndpoint/audit (0.0 s)
!   done    s4 create_policy Policy/Signers (0.0 s)
exit 7

$ quorate plan --detailed-exitcode
  Note: PrivateKeyTag: taken from the inventory; the profile offers no list_private_key_tags
  Note: Policy: taken from the inventory; the profile offers no list_policies
  Note: MfaPolicy: taken from the inventory; the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: taken from the inventory; the profile offers no get_ip_allowlist

  quorate will perform the following changes:

    ! IpAllowlist/organization cannot be changed
        # manifests/all.yaml:30
        # blocked: creating it needs `set_ip_allowlist`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or create it by hand
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.1/32}]

  Plan: 0 to add, 0 to change, 0 to destroy.
  Blocked: 1.
exit 2

$ replace manifests/all.yaml "privateKeys: [hot-1]" "privateKeys: []"

$ replace manifests/all.yaml "order: 0" "order: 1"

$ quorate apply --auto-approve
  Note: PrivateKeyTag: taken from the inventory; the profile offers no list_private_key_tags
  Note: Policy: taken from the inventory; the profile offers no list_policies
  Note: MfaPolicy: taken from the inventory; the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: taken from the inventory; the profile offers no get_ip_allowlist

  quorate will perform the following changes:

    ! IpAllowlist/organization cannot be changed
        # manifests/all.yaml:30
        # blocked: creating it needs `set_ip_allowlist`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or create it by hand
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.1/32}]

    ! MfaPolicy/alice/Mail cannot be changed
        # manifests/all.yaml:14
        # blocked: changing `order` needs `update_mfa_policy`, or `create_mfa_policy` with `delete_mfa_policy`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or make the change by hand
        ~ order: 0 -> 1 (forces replacement)

  -/+ Policy/Signers must be replaced: deleted first, then created
        # manifests/all.yaml:6
        # because something it refers to is replaced
        ~ condition: private_key.tags.contains('${PrivateKeyTag/hot}') && activity.action == 'SIGN' (identifier known after apply) (forces replacement)
          PrivateKeyTag/hot = id-4

  -/+ PrivateKeyTag/hot must be replaced: deleted first, then created
        # manifests/all.yaml:1
        - privateKeys: id-3 (forces replacement)

  Plan: 2 to add, 0 to change, 2 to destroy.
  Activities: 4. Blocked: 2.

  Apply incomplete. Resources: 2 added, 0 changed, 2 destroyed. Changes that this service cannot make: 2.
!   done    s1 delete_private_key_tags PrivateKeyTag/hot (0.0 s)
!   done    s2 create_private_key_tag PrivateKeyTag/hot (0.0 s)
!   done    s3 delete_policies Policy/Signers (0.0 s)
!   done    s4 create_policy Policy/Signers (0.0 s)
exit 7

$ replace manifests/all.yaml "kind: WebhookEndpoint" "kind: WebhookEndpoint\nstate: absent"

$ quorate apply --auto-approve
  Note: PrivateKeyTag: taken from the inventory; the profile offers no list_private_key_tags
  Note: Policy: taken from the inventory; the profile offers no list_policies
  Note: MfaPolicy: taken from the inventory; the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: taken from the inventory; the profile offers no get_ip_allowlist

  quorate will perform the following changes:

    ! IpAllowlist/organization cannot be changed
        # manifests/all.yaml:31
        # blocked: creating it needs `set_ip_allowlist`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or create it by hand
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.1/32}]

    ! MfaPolicy/alice/Mail cannot be changed
        # manifests/all.yaml:14
        # blocked: changing `order` needs `update_mfa_policy`, or `create_mfa_policy` with `delete_mfa_policy`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or make the change by hand
        ~ order: 0 -> 1 (forces replacement)

    - WebhookEndpoint/audit will be deactivated (the service cannot delete it)
        # manifests/all.yaml:23

  Plan: 0 to add, 0 to change, 1 to destroy.
  Activities: 1. Blocked: 2.

  Apply incomplete. Resources: 0 added, 0 changed, 1 destroyed. Changes that this service cannot make: 2.
!   done    s1 update_webhook_endpoint WebhookEndpoint/audit (0.0 s)
exit 7

$ quorate plan
  Note: PrivateKeyTag: taken from the inventory; the profile offers no list_private_key_tags
  Note: Policy: taken from the inventory; the profile offers no list_policies
  Note: MfaPolicy: taken from the inventory; the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: taken from the inventory; the profile offers no get_ip_allowlist

  quorate will perform the following changes:

    ! IpAllowlist/organization cannot be changed
        # manifests/all.yaml:31
        # blocked: creating it needs `set_ip_allowlist`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or create it by hand
        + enabled:           true
        + onEvaluationError: DENY
        + rules:             [{cidr: 127.0.0.1/32}]

    ! MfaPolicy/alice/Mail cannot be changed
        # manifests/all.yaml:14
        # blocked: changing `order` needs `update_mfa_policy`, or `create_mfa_policy` with `delete_mfa_policy`, which the profile does not offer
        # to make it possible: use a service with profile `full`, or make the change by hand
        ~ order: 0 -> 1 (forces replacement)

  Plan: 0 to add, 0 to change, 0 to destroy.
  Blocked: 2.

$ quorate drift
  Note: PrivateKeyTag: the profile offers no list_private_key_tags
  Note: Policy: the profile offers no list_policies
  Note: MfaPolicy: the profile cannot list MFA policies, so only those in the inventory were read
  Note: IpAllowlist: the profile offers no get_ip_allowlist

  Not applied yet:

    ~ IpAllowlist/organization differs: the manifests are ahead, apply is due
        # manifests/all.yaml:31

    ~ MfaPolicy/alice/Mail differs: the manifests are ahead, apply is due
        # manifests/all.yaml:14

  Drift: 0 drifted, 0 missing, 0 in conflict, 0 unmanaged, 2 not applied yet, 2 in sync.

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["manifests/*.yaml"]
egress: ["127.0.0.1"]
environments:
  local: { service: embedded, seed: seed.yaml, profile: core, identifiers: {} }
-- seed.yaml --
apiVersion: quorate/v1
kind: Organization
metadata: { name: Example }
spec:
  rootQuorum: { threshold: 1, users: [deployer, alice] }
  userTags: [{ name: signers, id: 11111111-1111-4111-8111-111111111111 }]
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
    - { name: alice, id: 33333333-3333-4333-8333-333333333333, email: alice@example.com, tags: [signers], apiKeys: [{ name: laptop }] }
  privateKeys: [{ name: hot-1, id: 22222222-2222-4222-8222-222222222222, curve: CURVE_SECP256K1 }]
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
---
apiVersion: quorate/v1
kind: MfaPolicy
metadata: { name: Mail }
spec:
  user: alice
  order: 0
  condition: activity.action == 'SIGN'
  steps: [{ any: [{ type: AUTHENTICATION_TYPE_EMAIL_OTP }] }]
---
apiVersion: quorate/v1
kind: WebhookEndpoint
metadata: { name: audit }
spec:
  url: https://hooks.example.com/audit
  subscriptions: [{ eventType: ACTIVITY_UPDATES }]
---
apiVersion: quorate/v1
kind: IpAllowlist
metadata: { name: organization }
spec: { rules: [{ cidr: 127.0.0.1/32 }] }
