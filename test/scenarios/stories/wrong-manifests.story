Everything that is wrong is told at once, at its place, with what to do about it, and nothing is planned.

$ quorate validate
  Invalid. 10 errors, 0 warnings.
! error Q2004: unknown kind `Polcy`
!  --> manifests/a.yaml:2:7
!   |
! 2 | kind: Polcy
!   |       ^^^^^
!   = help: did you mean `Policy`?
!
! error Q2009: `spec.effect` is `ALLOW`, expected `EFFECT_ALLOW` or `EFFECT_DENY`
!   --> manifests/a.yaml:10:11
!    |
! 10 |   effect: ALLOW
!    |           ^^^^^
!    = help: did you mean `EFFECT_ALLOW`?
!
! error Q2006: unknown field `condtion` in `spec`
!   --> manifests/a.yaml:11:3
!    |
! 11 |   condtion: "true"
!    |   ^^^^^^^^
!    = help: did you mean `condition`?
!
! error Q3001: strings stand in single quotes, found `"${PrivateKeyTag/hott}"`
!   --> manifests/a.yaml:20:36
!    |
! 20 |       && private_key.tags.contains("${PrivateKeyTag/hott}")
!    |                                    ^^^^^^^^^^^^^^^^^^^^^^^
!    = help: write `'${PrivateKeyTag/hott}'`
!
! error Q2035: no manifest declares `PrivateKeyTag/hott`
!   --> manifests/a.yaml:20:37
!    |
! 20 |       && private_key.tags.contains("${PrivateKeyTag/hott}")
!    |                                     ^^^^^^^^^^^^^^^^^^^^^
!    = help: add a manifest for it, or list `PrivateKeyTag/hott` under `external:` in the project file if it exists in the organisation
!
! error Q3101: `approver` is not a root of a `consensus` and not a variable
!   --> manifests/a.yaml:21:14
!    |
! 21 |   consensus: approver.count() >= 2
!    |              ^^^^^^^^
!    = help: did you mean `approvers`? It is a list: `approvers.any(user, …)`
!
! error Q2310: the policy `Four` allows everything to everyone: it is EFFECT_ALLOW with neither `condition` nor `consensus`
!   --> manifests/a.yaml:26:7
!    |
! 26 | spec: { effect: EFFECT_ALLOW }
!    |       ^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: say who (`consensus`) and what (`condition`); if everything is meant, write `condition: 'true'` and it will be seen in review
!
! error Q1028: `0x52908400098527886E0F7030069857D2E4169EE7` would be read as the number 4.713600493505407e+47
!   --> manifests/a.yaml:31:23
!    |
! 31 | spec: { privateKeys: [0x52908400098527886E0F7030069857D2E4169EE7] }
!    |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: put it in quotes: "0x52908400098527886E0F7030069857D2E4169EE7"
!
! error Q2351: `10.0.0.0/8` is broader than the service accepts: the shortest IPv4 prefix is /20
!   --> manifests/a.yaml:36:25
!    |
! 36 | spec: { rules: [{ cidr: 10.0.0.0/8 }, { cidr: 300.1.1.1 }] }
!    |                         ^^^^^^^^^^
!    = help: list smaller blocks, /20 or longer
!
! error Q2350: `300.1.1.1` is not an address block
!   --> manifests/a.yaml:36:47
!    |
! 36 | spec: { rules: [{ cidr: 10.0.0.0/8 }, { cidr: 300.1.1.1 }] }
!    |                                               ^^^^^^^^^
!    = help: write an address and a prefix length, such as 203.0.113.0/24 or 2001:db8::/48
!
! 10 errors
exit 3

$ quorate plan
! error Q2004: unknown kind `Polcy`
!  --> manifests/a.yaml:2:7
!   |
! 2 | kind: Polcy
!   |       ^^^^^
!   = help: did you mean `Policy`?
!
! error Q2009: `spec.effect` is `ALLOW`, expected `EFFECT_ALLOW` or `EFFECT_DENY`
!   --> manifests/a.yaml:10:11
!    |
! 10 |   effect: ALLOW
!    |           ^^^^^
!    = help: did you mean `EFFECT_ALLOW`?
!
! error Q2006: unknown field `condtion` in `spec`
!   --> manifests/a.yaml:11:3
!    |
! 11 |   condtion: "true"
!    |   ^^^^^^^^
!    = help: did you mean `condition`?
!
! error Q3001: strings stand in single quotes, found `"${PrivateKeyTag/hott}"`
!   --> manifests/a.yaml:20:36
!    |
! 20 |       && private_key.tags.contains("${PrivateKeyTag/hott}")
!    |                                    ^^^^^^^^^^^^^^^^^^^^^^^
!    = help: write `'${PrivateKeyTag/hott}'`
!
! error Q2035: no manifest declares `PrivateKeyTag/hott`
!   --> manifests/a.yaml:20:37
!    |
! 20 |       && private_key.tags.contains("${PrivateKeyTag/hott}")
!    |                                     ^^^^^^^^^^^^^^^^^^^^^
!    = help: add a manifest for it, or list `PrivateKeyTag/hott` under `external:` in the project file if it exists in the organisation
!
! error Q3101: `approver` is not a root of a `consensus` and not a variable
!   --> manifests/a.yaml:21:14
!    |
! 21 |   consensus: approver.count() >= 2
!    |              ^^^^^^^^
!    = help: did you mean `approvers`? It is a list: `approvers.any(user, …)`
!
! error Q2310: the policy `Four` allows everything to everyone: it is EFFECT_ALLOW with neither `condition` nor `consensus`
!   --> manifests/a.yaml:26:7
!    |
! 26 | spec: { effect: EFFECT_ALLOW }
!    |       ^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: say who (`consensus`) and what (`condition`); if everything is meant, write `condition: 'true'` and it will be seen in review
!
! error Q1028: `0x52908400098527886E0F7030069857D2E4169EE7` would be read as the number 4.713600493505407e+47
!   --> manifests/a.yaml:31:23
!    |
! 31 | spec: { privateKeys: [0x52908400098527886E0F7030069857D2E4169EE7] }
!    |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: put it in quotes: "0x52908400098527886E0F7030069857D2E4169EE7"
!
! error Q2351: `10.0.0.0/8` is broader than the service accepts: the shortest IPv4 prefix is /20
!   --> manifests/a.yaml:36:25
!    |
! 36 | spec: { rules: [{ cidr: 10.0.0.0/8 }, { cidr: 300.1.1.1 }] }
!    |                         ^^^^^^^^^^
!    = help: list smaller blocks, /20 or longer
!
! error Q2350: `300.1.1.1` is not an address block
!   --> manifests/a.yaml:36:47
!    |
! 36 | spec: { rules: [{ cidr: 10.0.0.0/8 }, { cidr: 300.1.1.1 }] }
!    |                                               ^^^^^^^^^
!    = help: write an address and a prefix length, such as 203.0.113.0/24 or 2001:db8::/48
!
! 10 errors
exit 3

$ quorate fmt --check
! error Q1028: `0x52908400098527886E0F7030069857D2E4169EE7` would be read as the number 4.713600493505407e+47
!   --> manifests/a.yaml:31:23
!    |
! 31 | spec: { privateKeys: [0x52908400098527886E0F7030069857D2E4169EE7] }
!    |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: put it in quotes: "0x52908400098527886E0F7030069857D2E4169EE7"
!
! error Q7121: `quorate.yaml` is not formatted
!   = help: run `quorate fmt`
!
! 2 errors
exit 3

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
-- manifests/a.yaml --
apiVersion: quorate/v1
kind: Polcy
metadata: { name: One }
spec: { effect: EFFECT_ALLOW }
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: Two }
spec:
  effect: ALLOW
  condtion: "true"
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: Three }
spec:
  effect: EFFECT_ALLOW
  condition: |
    activity.kind == 'SIGN_TRANSACTION'
      && private_key.tags.contains("${PrivateKeyTag/hott}")
  consensus: approver.count() >= 2
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: Four }
spec: { effect: EFFECT_ALLOW }
---
apiVersion: quorate/v1
kind: PrivateKeyTag
metadata: { name: hot }
spec: { privateKeys: [0x52908400098527886E0F7030069857D2E4169EE7] }
---
apiVersion: quorate/v1
kind: IpAllowlist
metadata: { name: organization }
spec: { rules: [{ cidr: 10.0.0.0/8 }, { cidr: 300.1.1.1 }] }
-- manifests/b.yaml --
apiVersion: quorate/v1
kind: Policy
metadata: { name: Two }
spec: { effect: EFFECT_DENY, condition: "true" }
