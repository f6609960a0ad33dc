The time of a policy is early access: the profile and the environment's features decide whether it may be written.

$ quorate validate
  Invalid. 1 error, 0 warnings.
! error Q2312: `time` is early access, and the environment does not have it
!  --> office.policy.yaml:8:9
!   |
! 8 |   time: CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')
!   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!   = help: remove it, or write `features: [policy-time]` in quorate.yaml once the organisation has it
!
! 1 error
exit 3

$ quorate validate --environment early
  Valid. 1 resource in 1 file, 0 warnings.

$ quorate validate --environment early --profile core
  Invalid. 1 error, 0 warnings.
! error Q2312: the profile `core` has no `time` in policies
!  --> office.policy.yaml:8:9
!   |
! 8 |   time: CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')
!   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
!   = help: remove it, or use the profile `full`
!
! 1 error
exit 3

-- quorate.yaml --
apiVersion: quorate/v1
kind: Project
manifests: ["*.policy.yaml"]
defaultEnvironment: plain
environments:
  plain: { service: embedded }
  early: { service: embedded, features: [policy-time] }
-- office.policy.yaml --
apiVersion: quorate/v1
kind: Policy
metadata: { name: Office hours }
spec:
  effect: EFFECT_ALLOW
  consensus: approvers.count() >= 2
  condition: activity.kind == 'SIGN_TRANSACTION'
  time: CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')
