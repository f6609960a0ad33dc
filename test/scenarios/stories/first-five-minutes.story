A newcomer's first five minutes, in an empty folder.

$ quorate init
  Wrote quorate.yaml, manifests/policies.yaml, tests/policies.yaml and 15 schemas for editors in .quorate/schemas.

  Next:
    quorate validate                  check the manifests, offline
    quorate policy test               put requests to the policies, offline
    quorate plan                      see what apply would do
    quorate export --to exported      begin from a live organisation instead

$ quorate validate
  Valid. 1 resource in 1 file, 0 warnings.

$ quorate policy test --coverage --mutate
  Policies tests/policies.yaml
    ok    nobody exports a wallet: alice
    ok    nobody exports a wallet: bob
    ok    and it is the policy that refuses
    ok    and it says nothing about anything else

  Branches
    No exports  2 of 2 (100 %)

  Mutants that no test kills
    none

  4 tests in 1 suite: 4 passed, 0 failed. Branches: 2 of 2 (100 %). Mutants killed: 4 of 4 (100 %).

$ quorate policy lint
  Passed. 1 policy and 0 MFA policies: no problems, 1 allowed.

$ quorate fmt --check

$ quorate plan
  quorate will perform the following changes:

    + Policy/No exports will be created
        # manifests/policies.yaml:3
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY
        + notes:     Keys and wallets do not leave. Only the root quorum can.

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

$ quorate drift
  Note: no inventory: what was changed by hand cannot be told from what was not applied yet

  Different, cause unknown:

    ~ Policy/No exports does not exist (there is no inventory, so a deletion made by hand cannot be told from a manifest that was not applied yet)
        # manifests/policies.yaml:3

  Drift: 0 drifted, 0 missing, 0 in conflict, 0 unmanaged, 1 different, 0 in sync.

$ quorate apply --auto-approve
  quorate will perform the following changes:

    + Policy/No exports will be created
        # manifests/policies.yaml:3
        + condition: activity.action == 'EXPORT'
        + effect:    EFFECT_DENY
        + notes:     Keys and wallets do not leave. Only the root quorum can.

  Plan: 1 to add, 0 to change, 0 to destroy.
  Activities: 1.

  Apply complete! Resources: 1 added, 0 changed, 0 destroyed.
!   done    s1 create_policy Policy/No exports (0.0 s)

$ quorate plan
  No changes. Your organization matches the manifests.

$ quorate drift
  No drift. 1 in sync.

$ quorate init
! error Q7116: `quorate.yaml`, `manifests/policies.yaml`, `tests/policies.yaml` and 16 more are already there; nothing was written
!   = help: choose another folder, or move what is there away
!
! 1 error
exit 1

