Unknown flags, verbs and files are errors, never silence.

$ quorate plan --dry-run
! error: unknown option '--dry-run'
! (run with --help for the options)
exit 1

$ quorate aply
! error: unknown command 'aply'
! (Did you mean apply?)
! (run with --help for the options)
exit 1

$ quorate plan --project missing.yaml
! error Q7501: there is no project file `missing.yaml`
!   = help: `quorate init` writes one; `--project FILE` names one that is elsewhere
!
! 1 error
exit 3

$ quorate plan --environment production
! error Q7502: there is no environment `production`
!  --> quorate.yaml:7:1
!   |
! 7 | environments:
!   | ^^^^^^^^^^^^
!   = help: there are `local`
!
! 1 error
exit 3

$ quorate call list_policie
! error Q7117: `list_policie` is no operation of the catalogue
!   = help: did you mean `list_policies`?
!
! 1 error
exit 1

$ quorate call whoami nonsense
! error Q7118: the parameters are not a JSON object: `nonsense`
!   = help: write for example '{"policyId": "..."}', or `-` to read them from standard input
!
! 1 error
exit 1

$ quorate explain Q5402
  Q5402: mass deletion

  With `manage: exclusive`, live resources without a manifest are deleted. More than two
  at once, or all of a kind, is more often a missing folder than an intention.
  `--allow-deletes Kind=N --reason TEXT` allows exactly N; deletions written down as
  `state: absent` are not counted.

$ quorate explain Q9
! error Q7104: `Q9` is no diagnostic code
!   = help: `quorate explain` lists them all
!
! 1 error
exit 1

$ quorate schema polcy
! error Q7105: there is no schema `polcy`
!   = help: did you mean `policy`?
!
! 1 error
exit 1

$ quorate completion tcsh
! error Q7106: there is no completion for `tcsh`
!   = help: there is one for bash, zsh, fish
!
! 1 error
exit 1

$ quorate plan --requests-per-second zero
! error: option '--requests-per-second <n>' argument 'zero' is invalid. expected a number above 0.
! (run with --help for the options)
exit 1

$ quorate unlock nobody
! error Q6023: no lock with the id `nobody` holds the state: it is free
!   = help: the id stands in the message that refused the lock; it changes with every holder
!
! 1 error
exit 1

$ quorate apply
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
! error Q7114: nobody can be asked, and nothing was approved
!   = help: give --auto-approve, or apply a plan that was saved with `quorate plan --out` and reviewed
!
! 1 error
exit 1

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
