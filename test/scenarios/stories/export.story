A live organisation is exported, and planning what was written changes nothing.

$ quorate export --to manifests
  manifests/private-key-tag.yaml
  manifests/policy.yaml
  manifests/mfa-policy.yaml
  manifests/webhook-endpoint.yaml
  manifests/ip-allowlist.yaml
  Exported 6 resources.
! warning Q7122: 2 live WebhookEndpoint resources share the name `twin`; id-1 is left out
!   = help: rename it, then export again
!
! warning Q7122: 2 live WebhookEndpoint resources share the name `twin`; id-2 is left out
!   = help: rename it, then export again
!
! 2 warnings

$ show manifests/policy.yaml
  # yaml-language-server: $schema=../.quorate/schemas/policy.schema.json
  apiVersion: quorate/v1
  kind: Policy
  metadata:
    name: Signers
  spec:
    effect: EFFECT_ALLOW
    consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
    condition: |-
      private_key.tags.contains('${PrivateKeyTag/hot}')
        && activity.action == 'SIGN'
    notes: "made: by hand # long ago"
  ---
  apiVersion: quorate/v1
  kind: Policy
  metadata:
    name: "breakglass: yes"
  spec:
    effect: EFFECT_DENY
    condition: activity.action == 'DELETE'

$ show manifests/private-key-tag.yaml
  # yaml-language-server: $schema=../.quorate/schemas/private-key-tag.schema.json
  apiVersion: quorate/v1
  kind: PrivateKeyTag
  metadata:
    name: hot
  spec:
    privateKeys: []

$ show manifests/mfa-policy.yaml
  # yaml-language-server: $schema=../.quorate/schemas/mfa-policy.schema.json
  apiVersion: quorate/v1
  kind: MfaPolicy
  metadata:
    name: Mail
  spec:
    user: alice
    condition: "true"
    order: 3
    steps:
      - any:
          - type: AUTHENTICATION_TYPE_EMAIL_OTP

$ show manifests/webhook-endpoint.yaml
  # yaml-language-server: $schema=../.quorate/schemas/webhook-endpoint.schema.json
  apiVersion: quorate/v1
  kind: WebhookEndpoint
  metadata:
    name: audit
  spec:
    url: https://hooks.example.com/audit
    active: false
    subscriptions:
      - eventType: ACTIVITY_UPDATES
        filters:
          a:
            - 1
            - x
        active: true

$ show manifests/ip-allowlist.yaml
  # yaml-language-server: $schema=../.quorate/schemas/ip-allowlist.schema.json
  apiVersion: quorate/v1
  kind: IpAllowlist
  metadata:
    name: organization
  spec:
    enabled: false
    onEvaluationError: DENY
    rules:
      - cidr: 203.0.113.0/24
        label: office

$ quorate validate
  Valid. 6 resources in 5 files, 0 warnings.

$ quorate plan --detailed-exitcode
  Without a manifest, left alone:
      WebhookEndpoint/twin
      WebhookEndpoint/twin

  No changes. Your organization matches the manifests.
  Unmanaged: 2. Inventory: 6 to record.

$ quorate fmt --check
! error Q7121: `quorate.yaml` is not formatted
!   = help: run `quorate fmt`
!
! 1 error
exit 3

$ quorate export --to manifests
! warning Q7122: 2 live WebhookEndpoint resources share the name `twin`; id-1 is left out
!   = help: rename it, then export again
!
! warning Q7122: 2 live WebhookEndpoint resources share the name `twin`; id-2 is left out
!   = help: rename it, then export again
!
! 2 warnings
! error Q7125: `PrivateKeyTag/hot` and 5 more are declared already; nothing was written
!   = help: choose a folder that `manifests:` does not cover, or leave out what is declared with --exclude
!
! 1 error
exit 1

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
  privateKeyTags: [{ name: hot }]
  policies:
    - name: Signers
      effect: EFFECT_ALLOW
      consensus: approvers.any(u, u.tags.contains('${UserTag/signers}'))
      condition: "private_key.tags.contains('${PrivateKeyTag/hot}')\n  && activity.action == 'SIGN'"
      notes: "made: by hand # long ago"
    - { name: "breakglass: yes", effect: EFFECT_DENY, condition: activity.action == 'DELETE' }
  mfaPolicies:
    - name: Mail
      user: alice
      condition: "true"
      order: 3
      requiredAuthenticationMethods: [{ any: [{ type: AUTHENTICATION_TYPE_EMAIL_OTP }] }]
  webhookEndpoints:
    - { name: audit, url: "https://hooks.example.com/audit", isActive: false, subscriptions: [{ eventType: ACTIVITY_UPDATES, filtersJson: '{"a":[1,"x"]}' }] }
    - { name: twin, url: "https://hooks.example.com/1" }
    - { name: twin, url: "https://hooks.example.com/2" }
  ipAllowlist: { enabled: false, rules: [{ cidr: 203.0.113.0/24, label: office }] }
