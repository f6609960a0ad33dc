Compared with the live organisation: who is there, what they have enrolled, who would apply, and what the policies say now.

$ quorate apply --auto-approve --json-into applied.json --target 'Policy/*'
  quorate will perform the following changes:

    + Policy/Payments will be created
        # policies.yaml:1
        + condition: activity.kind == 'SIGN_TRANSACTION' && wallet.id == 'id-1' && eth.tx.to == '0x52908400098527886e0f7030069857d2e4169ee7' && eth.tx.chain_id == 1 && eth.tx.value < 1000000000000000000
        + consensus: approvers.any(u, u.id == '${User/bob}') && approvers.any(u, u.id == '${User/alice}')
        + effect:    EFFECT_ALLOW
          User/alice = id-2
          User/bob = id-3

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

  Apply complete! Resources: 1 added, 0 changed, 0 destroyed.
!   done    s1 create_policy Policy/Payments (0.0 s)

$ replace policies.yaml "eth.tx.value < 1000000000000000000" "eth.tx.value > 1000000000000000000"

$ quorate policy lint --live
  Failed. 1 policy and 1 MFA policy: 2 errors, 1 warning, 1 remark.
! info Q3559: `alice` satisfies the root quorum alone: `Payments` never binds them
!  --> policies.yaml:6:14
!   |
! 6 |   consensus: approvers.any(u, u.id == '${User/bob}') && approvers.any(u, u.id == '${User/alice}')
!   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!   = help: people and programs that policies should bind do not belong into the root quorum
!
! error Q3557: the organisation has no wallet `id-1`
!  --> policies.yaml:8:57
!   |
! 8 |     activity.kind == 'SIGN_TRANSACTION' && wallet.id == 'id-1'
!   |                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!   = help: refer to it by name, as in `${Wallet/operations}`, so that a missing one is noticed before anything is applied
!
! warning Q3603: the live policy says `<` here: this turns it around
!   --> policies.yaml:10:8
!    |
! 10 |     && eth.tx.value > 1000000000000000000
!    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: make sure that this is meant
!
! error Q3593: `bob` cannot satisfy a step of `Passkey`: no passkey
!   --> policies.yaml:14:19
!    |
! 14 | metadata: { name: Passkey }
!    |                   ^^^^^^^
!    = help: enrol a method first, or add an alternative to the step
!
! 2 errors, 1 warning, 1 remark
exit 3

$ quorate policy lint --live --environment core
  Passed. 1 policy and 1 MFA policy: 1 warning.
! warning Q3693: the organisation was not read completely: rules that ask for the rest find nothing
!   = note: policies: the profile offers no list_policies
!   = note: private key tags: the profile `core` offers no list_private_key_tags
!   = note: private keys: the profile `core` offers no list_private_keys
!   = note: session profiles: the profile `core` offers no get_session_profiles
!   = note: the root quorum: the profile `core` offers no get_organization_configs
!   = note: user tags: the profile `core` offers no list_user_tags
!   = note: users: the profile `core` offers no list_users
!   = note: wallets: the profile `core` offers no list_wallets
!   = help: use a profile that offers it, or an API key that may read it
!
! 1 warning

$ replace policies.yaml "metadata: { name: Payments }" "metadata: { name: Payments } # quorate: allow Q3557 until 2999-12-31: the wallet comes later"

$ quorate policy lint --live --environment core
  Passed. 1 policy and 1 MFA policy: 1 warning.
! warning Q3693: the organisation was not read completely: rules that ask for the rest find nothing
!   = note: policies: the profile offers no list_policies
!   = note: private key tags: the profile `core` offers no list_private_key_tags
!   = note: private keys: the profile `core` offers no list_private_keys
!   = note: session profiles: the profile `core` offers no get_session_profiles
!   = note: the root quorum: the profile `core` offers no get_organization_configs
!   = note: user tags: the profile `core` offers no list_user_tags
!   = note: users: the profile `core` offers no list_users
!   = note: wallets: the profile `core` offers no list_wallets
!   = help: use a profile that offers it, or an API key that may read it
!
! 1 warning

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["policies.yaml"]
defaultEnvironment: local
environments:
  local: { service: embedded, seed: seed.yaml }
  core: { service: embedded, profile: core, seed: seed.yaml }
lint:
  rules: { Q3601: off, Q3591: off }
-- seed.yaml --
apiVersion: quorate/v1
kind: Organization
metadata: { name: Example }
spec:
  rootQuorum: { threshold: 1, users: [deployer, alice] }
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
    - { name: alice, apiKeys: [{ name: laptop }] }
    - { name: bob, apiKeys: [{ name: laptop }] }
-- policies.yaml --
apiVersion: quorate/v1
kind: Policy
metadata: { name: Payments }
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.any(u, u.id == '${User/bob}') && approvers.any(u, u.id == '${User/alice}')
  condition: >-
    activity.kind == 'SIGN_TRANSACTION' && wallet.id == '0195f0a0-0000-7000-8000-00000000000b'
    && eth.tx.to == '0x52908400098527886e0f7030069857d2e4169ee7' && eth.tx.chain_id == 1
    && eth.tx.value < 1000000000000000000
---
apiVersion: quorate/v1
kind: MfaPolicy
metadata: { name: Passkey }
spec:
  user: bob
  condition: "true"
  order: 0
  steps: [{ any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }]
