Policies that the service would accept and that nobody means, told with their places; what is meant is allowed until a day.

$ quorate policy lint
  Failed. 3 policies and 0 MFA policies: 1 error, 4 warnings, 1 remark, 2 allowed.
! info Q3601: whom `Agent trades` is for may also create credentials for themselves
!  --> agent.yaml:4:9
!   |
! 4 |   name: Agent trades
!   |         ^^^^^^^^^^^^
!   = help: add a DENY on `activity.resource == 'CREDENTIAL'` for them
!
! warning Q3547: `0x52908400098527886e0f7030069857d2e4169ee7` stands in the list twice
!   --> agent.yaml:11:24
!    |
! 11 |                        '0x52908400098527886e0f7030069857d2e4169ee7']
!    |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: remove it, or write what is meant
!
! warning Q3574: 5 wei are next to nothing
!   --> agent.yaml:12:50
!    |
! 12 |       && eth.tx.chain_id == 1 && eth.tx.value <= 5
!    |                                                  ^
!    = help: 1000000000000000000 wei are one coin
!
! error Q3691: `Q3510` is allowed without a reason
!   --> agent.yaml:20:1
!    |
! 20 | # quorate: allow Q3510 until 2999-12-31
!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: say why after a colon, as in `# quorate: allow Q3540 until 2030-12-31: agreed with security`
!
! warning Q3401: `count` is a method and takes parentheses
!   --> agent.yaml:26:73
!    |
! 26 |   consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
!    |                                                                         ^^^^^
!    = help: write `count()`
!
! warning Q3565: `ACTIVITY_TYPE_CREATE_WALLET` names one version of `CREATE_WALLET`
!   --> agent.yaml:29:22
!    |
! 29 |     activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'
!    |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: write `activity.kind == 'CREATE_WALLET'`
!
! 1 error, 4 warnings, 1 remark
exit 3

$ quorate policy lint --live --fail-on warning
  Failed. 3 policies and 0 MFA policies: 4 errors, 4 warnings, 1 remark, 2 allowed.
! info Q3601: whom `Agent trades` is for may also create credentials for themselves
!  --> agent.yaml:4:9
!   |
! 4 |   name: Agent trades
!   |         ^^^^^^^^^^^^
!   = help: add a DENY on `activity.resource == 'CREDENTIAL'` for them
!
! error Q3550: no set of the organisation's 2 users satisfies the consensus of `Agent trades`
!  --> agent.yaml:7:14
!   |
! 7 |   consensus: approvers.any(u, u.id == '${var.agent}')
!   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!   = help: compare identifiers and tags with those of the organisation, and the threshold with how many have them
!
! error Q3557: the organisation has no user `id-1`
!  --> agent.yaml:7:39
!   |
! 7 |   consensus: approvers.any(u, u.id == '${var.agent}')
!   |                                       ^^^^^^^^^^^^^^
!   = help: refer to it by name, as in `${User/alice}`, so that a missing one is noticed before anything is applied
!
! warning Q3547: `0x52908400098527886e0f7030069857d2e4169ee7` stands in the list twice
!   --> agent.yaml:11:24
!    |
! 11 |                        '0x52908400098527886e0f7030069857d2e4169ee7']
!    |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: remove it, or write what is meant
!
! warning Q3574: 5 wei are next to nothing
!   --> agent.yaml:12:50
!    |
! 12 |       && eth.tx.chain_id == 1 && eth.tx.value <= 5
!    |                                                  ^
!    = help: 1000000000000000000 wei are one coin
!
! error Q3691: `Q3510` is allowed without a reason
!   --> agent.yaml:20:1
!    |
! 20 | # quorate: allow Q3510 until 2999-12-31
!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: say why after a colon, as in `# quorate: allow Q3540 until 2030-12-31: agreed with security`
!
! error Q3550: no set of the organisation's 2 users satisfies the consensus of `Traders`
!   --> agent.yaml:26:14
!    |
! 26 |   consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
!    |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: compare identifiers and tags with those of the organisation, and the threshold with how many have them
!
! warning Q3401: `count` is a method and takes parentheses
!   --> agent.yaml:26:73
!    |
! 26 |   consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
!    |                                                                         ^^^^^
!    = help: write `count()`
!
! warning Q3565: `ACTIVITY_TYPE_CREATE_WALLET` names one version of `CREATE_WALLET`
!   --> agent.yaml:29:22
!    |
! 29 |     activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'
!    |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: write `activity.kind == 'CREATE_WALLET'`
!
! 4 errors, 4 warnings, 1 remark
exit 3

$ quorate policy lint --json
  {
    "passed": false,
    "fail_on": "error",
    "live": false,
    "policies": 3,
    "mfa_policies": 0,
    "diagnostics": [
      {
        "code": "Q3601",
        "severity": "info",
        "message": "whom `Agent trades` is for may also create credentials for themselves",
        "help": "add a DENY on `activity.resource == 'CREDENTIAL'` for them",
        "address": "Policy/Agent trades",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 4,
            "column": 9,
            "offset": 54
          },
          "end": {
            "line": 4,
            "column": 21,
            "offset": 66
          },
          "excerpt": "  name: Agent trades"
        }
      },
      {
        "code": "Q3547",
        "severity": "warning",
        "message": "`0x52908400098527886e0f7030069857d2e4169ee7` stands in the list twice",
        "help": "remove it, or write what is meant",
        "address": "Policy/Agent trades",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 11,
            "column": 24,
            "offset": 298
          },
          "end": {
            "line": 11,
            "column": 68,
            "offset": 342
          },
          "excerpt": "                       '0x52908400098527886e0f7030069857d2e4169ee7']"
        }
      },
      {
        "code": "Q3574",
        "severity": "warning",
        "message": "5 wei are next to nothing",
        "help": "1000000000000000000 wei are one coin",
        "address": "Policy/Agent trades",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 12,
            "column": 50,
            "offset": 393
          },
          "end": {
            "line": 12,
            "column": 51,
            "offset": 394
          },
          "excerpt": "      && eth.tx.chain_id == 1 && eth.tx.value <= 5"
        }
      },
      {
        "code": "Q3691",
        "severity": "error",
        "message": "`Q3510` is allowed without a reason",
        "help": "say why after a colon, as in `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
        "address": "Policy/Traders",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 20,
            "column": 1,
            "offset": 695
          },
          "end": {
            "line": 20,
            "column": 40,
            "offset": 734
          },
          "excerpt": "# quorate: allow Q3510 until 2999-12-31"
        }
      },
      {
        "code": "Q3401",
        "severity": "warning",
        "message": "`count` is a method and takes parentheses",
        "help": "write `count()`",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 26,
            "column": 73,
            "offset": 900
          },
          "end": {
            "line": 26,
            "column": 78,
            "offset": 905
          },
          "excerpt": "  consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2"
        },
        "address": "Policy/Traders"
      },
      {
        "code": "Q3565",
        "severity": "warning",
        "message": "`ACTIVITY_TYPE_CREATE_WALLET` names one version of `CREATE_WALLET`",
        "help": "write `activity.kind == 'CREATE_WALLET'`",
        "address": "Policy/Traders",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 29,
            "column": 22,
            "offset": 948
          },
          "end": {
            "line": 29,
            "column": 51,
            "offset": 977
          },
          "excerpt": "    activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'"
        }
      }
    ],
    "allowed": [
      {
        "code": "Q3540",
        "severity": "warning",
        "message": "`No exports` denies it to every user, administrators included",
        "help": "if somebody is meant, name them in `consensus`; if everybody is, say so in `notes` and allow this rule",
        "address": "Policy/No exports",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 17,
            "column": 19,
            "offset": 535
          },
          "end": {
            "line": 17,
            "column": 29,
            "offset": 545
          },
          "excerpt": "metadata: { name: No exports } # quorate: allow Q3567 until 2999-12-31: wallets are all there is"
        },
        "until": "2999-12-31",
        "reason": "everybody is meant, agreed with security"
      },
      {
        "code": "Q3567",
        "severity": "warning",
        "message": "`No exports` denies `EXPORT_WALLET` and not `EXPORT_WALLET_ACCOUNT` and `EXPORT_PRIVATE_KEY`",
        "help": "write `activity.kind in ['EXPORT_WALLET', 'EXPORT_WALLET_ACCOUNT', 'EXPORT_PRIVATE_KEY']`, or name resource and action",
        "address": "Policy/No exports",
        "span": {
          "file": "agent.yaml",
          "start": {
            "line": 18,
            "column": 42,
            "offset": 655
          },
          "end": {
            "line": 18,
            "column": 74,
            "offset": 687
          },
          "excerpt": "spec: { effect: EFFECT_DENY, condition: \"activity.kind == 'EXPORT_WALLET'\" }"
        },
        "until": "2999-12-31",
        "reason": "wallets are all there is"
      }
    ]
  }
exit 3

$ replace agent.yaml "until 2999-12-31" "until 2020-12-31"

$ replace agent.yaml "allow Q3510 until 2999-12-31" "allow Q3513 until 2999-12-31: signs nothing"

$ quorate policy lint
  Passed. 3 policies and 0 MFA policies: 7 warnings, 1 remark, 1 allowed.
! info Q3601: whom `Agent trades` is for may also create credentials for themselves
!  --> agent.yaml:4:9
!   |
! 4 |   name: Agent trades
!   |         ^^^^^^^^^^^^
!   = help: add a DENY on `activity.resource == 'CREDENTIAL'` for them
!
! warning Q3547: `0x52908400098527886e0f7030069857d2e4169ee7` stands in the list twice
!   --> agent.yaml:11:24
!    |
! 11 |                        '0x52908400098527886e0f7030069857d2e4169ee7']
!    |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: remove it, or write what is meant
!
! warning Q3574: 5 wei are next to nothing
!   --> agent.yaml:12:50
!    |
! 12 |       && eth.tx.chain_id == 1 && eth.tx.value <= 5
!    |                                                  ^
!    = help: 1000000000000000000 wei are one coin
!
! warning Q3690: `Q3540` was allowed until 2020-12-31
!   --> agent.yaml:14:1
!    |
! 14 | # quorate: allow Q3540 until 2020-12-31: everybody is meant, agreed with security
!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = note: the reason was: everybody is meant, agreed with security
!    = help: mend what it found, or renew the day
!
! warning Q3540: `No exports` denies it to every user, administrators included
!   --> agent.yaml:17:19
!    |
! 17 | metadata: { name: No exports } # quorate: allow Q3567 until 2999-12-31: wallets are all there is
!    |                   ^^^^^^^^^^
!    = help: if somebody is meant, name them in `consensus`; if everybody is, say so in `notes` and allow this rule
!
! warning Q3692: `Q3513` is allowed, and nothing here has it
!   --> agent.yaml:20:1
!    |
! 20 | # quorate: allow Q3513 until 2999-12-31: signs nothing
!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: remove the comment
!
! warning Q3401: `count` is a method and takes parentheses
!   --> agent.yaml:26:73
!    |
! 26 |   consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
!    |                                                                         ^^^^^
!    = help: write `count()`
!
! warning Q3565: `ACTIVITY_TYPE_CREATE_WALLET` names one version of `CREATE_WALLET`
!   --> agent.yaml:29:22
!    |
! 29 |     activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'
!    |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: write `activity.kind == 'CREATE_WALLET'`
!
! 7 warnings, 1 remark

$ quorate policy lint --fail-on warning
  Failed. 3 policies and 0 MFA policies: 7 warnings, 1 remark, 1 allowed.
! info Q3601: whom `Agent trades` is for may also create credentials for themselves
!  --> agent.yaml:4:9
!   |
! 4 |   name: Agent trades
!   |         ^^^^^^^^^^^^
!   = help: add a DENY on `activity.resource == 'CREDENTIAL'` for them
!
! warning Q3547: `0x52908400098527886e0f7030069857d2e4169ee7` stands in the list twice
!   --> agent.yaml:11:24
!    |
! 11 |                        '0x52908400098527886e0f7030069857d2e4169ee7']
!    |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: remove it, or write what is meant
!
! warning Q3574: 5 wei are next to nothing
!   --> agent.yaml:12:50
!    |
! 12 |       && eth.tx.chain_id == 1 && eth.tx.value <= 5
!    |                                                  ^
!    = help: 1000000000000000000 wei are one coin
!
! warning Q3690: `Q3540` was allowed until 2020-12-31
!   --> agent.yaml:14:1
!    |
! 14 | # quorate: allow Q3540 until 2020-12-31: everybody is meant, agreed with security
!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = note: the reason was: everybody is meant, agreed with security
!    = help: mend what it found, or renew the day
!
! warning Q3540: `No exports` denies it to every user, administrators included
!   --> agent.yaml:17:19
!    |
! 17 | metadata: { name: No exports } # quorate: allow Q3567 until 2999-12-31: wallets are all there is
!    |                   ^^^^^^^^^^
!    = help: if somebody is meant, name them in `consensus`; if everybody is, say so in `notes` and allow this rule
!
! warning Q3692: `Q3513` is allowed, and nothing here has it
!   --> agent.yaml:20:1
!    |
! 20 | # quorate: allow Q3513 until 2999-12-31: signs nothing
!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: remove the comment
!
! warning Q3401: `count` is a method and takes parentheses
!   --> agent.yaml:26:73
!    |
! 26 |   consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
!    |                                                                         ^^^^^
!    = help: write `count()`
!
! warning Q3565: `ACTIVITY_TYPE_CREATE_WALLET` names one version of `CREATE_WALLET`
!   --> agent.yaml:29:22
!    |
! 29 |     activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'
!    |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!    = help: write `activity.kind == 'CREATE_WALLET'`
!
! 7 warnings, 1 remark
exit 3

$ replace agent.yaml "chain_id" "chainid"

$ quorate policy lint
! error Q3103: `eth.tx` has no field `chainid`
!   --> agent.yaml:12:17
!    |
! 12 |       && eth.tx.chainid == 1 && eth.tx.value <= 5
!    |                 ^^^^^^^
!    = note: the fields of EthereumTransaction are `from`, `to`, `data`, `value`, `gas`, `gas_price`, `chain_id`, `nonce`, `max_fee_per_gas`, `max_priority_fee_per_gas`, `max_fee_per_blob_gas`, `type`, `function_name`, `function_signature` and `contract_call_args`
!    = help: did you mean `chain_id`?
!
! warning Q3401: `count` is a method and takes parentheses
!   --> agent.yaml:26:73
!    |
! 26 |   consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
!    |                                                                         ^^^^^
!    = help: write `count()`
!
! 1 error, 1 warning
exit 3

$ replace quorate.yaml "Q3512" "Q3612"

$ quorate policy lint
! error Q7510: there is no lint rule `Q3612`
!  --> quorate.yaml:8:12
!   |
! 8 |   rules: { Q3612: off, Q3606: off, Q3528: warning }
!   |            ^^^^^
!   = help: did you mean `Q3512`?
!
! 1 error
exit 3

$ quorate policy lint --fail-on never
! error: option '--fail-on <severity>' argument 'never' is invalid. Allowed choices are error, warning, info.
! (run with --help for the options)
exit 1

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["*.yaml", "!quorate.yaml", "!seed.yaml"]
variables: { agent: 0195f0a0-0000-7000-8000-00000000000a }
environments:
  local: { service: embedded, seed: seed.yaml }
lint:
  rules: { Q3512: off, Q3606: off, Q3528: warning }
-- seed.yaml --
apiVersion: quorate/v1
kind: Organization
metadata: { name: Example }
spec:
  rootQuorum: { threshold: 1, users: [deployer] }
  userTags: [{ name: traders }]
  users:
    - { name: deployer, apiKeys: [{ name: ci }] }
    - { name: alice, tags: [traders], apiKeys: [{ name: laptop }] }
-- agent.yaml --
apiVersion: quorate/v1
kind: Policy
metadata:
  name: Agent trades
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.any(u, u.id == '${var.agent}')
  condition: >-
    activity.kind == 'SIGN_TRANSACTION'
      && eth.tx.to in ['0x52908400098527886E0F7030069857D2E4169EE7',
                       '0x52908400098527886e0f7030069857d2e4169ee7']
      && eth.tx.chain_id == 1 && eth.tx.value <= 5
---
# quorate: allow Q3540 until 2999-12-31: everybody is meant, agreed with security
apiVersion: quorate/v1
kind: Policy
metadata: { name: No exports } # quorate: allow Q3567 until 2999-12-31: wallets are all there is
spec: { effect: EFFECT_DENY, condition: "activity.kind == 'EXPORT_WALLET'" }
---
# quorate: allow Q3510 until 2999-12-31
apiVersion: quorate/v1
kind: Policy
metadata: { name: Traders }
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.filter(u, u.tags.contains('${UserTag/traders}')).count >= 2
  condition: |

    activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'
    && !(activity.action == 'DELETE')
