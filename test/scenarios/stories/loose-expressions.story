Expressions outside of manifests are checked and evaluated, one in a file or one in a line.

$ quorate policy check signing.expr
  signing.expr: bool

$ quorate policy check --slot consensus wrong.expr signing.expr missing.expr
  wrong.expr: invalid
  signing.expr: invalid
  missing.expr: invalid
! error Q3103: `u` has no field `tag`
!  --> wrong.expr:1:20
!   |
! 1 | approvers.any(u, u.tag == 'a')
!   |                    ^^^
!   = note: the fields of User are `id`, `tags`, `email` and `alias`
!   = help: did you mean `tags`? It is a list: `user.tags.contains('<tag id>')`
!
! error Q3102: `activity` exists in `condition` only, and this is a `consensus`
!  --> signing.expr:1:1
!   |
! 1 | activity.kind == 'SIGN_TRANSACTION'
!   | ^^^^^^^^
!   = help: ask about the activity in the policy's `condition`
!
! error Q3102: `eth` exists in `condition` only, and this is a `consensus`
!  --> signing.expr:2:6
!   |
! 2 |   && eth.tx.value <= 1000000000000000000
!   |      ^^^
!   = help: ask about the activity in the policy's `condition`
!
! error Q1003: `missing.expr` cannot be read: it does not exist
!  --> missing.expr:1:1
!   = help: check that the file exists and that you may read it
!
! 4 errors
exit 3

$ quorate policy check --json wrong.expr
  {
    "valid": false,
    "expressions": [
      {
        "file": "wrong.expr",
        "slot": "condition",
        "ok": false,
        "type": "bool",
        "diagnostics": [
          {
            "code": "Q3102",
            "severity": "error",
            "message": "`approvers` exists in `consensus` only, and this is a `condition`",
            "help": "ask who approves in the policy's `consensus`",
            "span": {
              "file": "wrong.expr",
              "start": {
                "line": 1,
                "column": 1,
                "offset": 0
              },
              "end": {
                "line": 1,
                "column": 10,
                "offset": 9
              },
              "excerpt": "approvers.any(u, u.tag == 'a')"
            }
          }
        ]
      }
    ]
  }
exit 3

$ quorate policy check --jsonl questions.jsonl
  {"ok":true,"type":"bool","diagnostics":[]}
  {"id":2,"ok":false,"type":"bool","diagnostics":[{"code":"Q3102","severity":"error","message":"`eth` exists in `condition` only, and this is a `consensus`","range":{"start":0,"end":3},"help":"ask about the activity in the policy's `condition`"}]}
  {"ok":false,"type":"timestamp","diagnostics":[{"code":"Q3111","severity":"error","message":"a `time` is true or false, but this is of type timestamp","range":{"start":0,"end":8},"help":"compare it with something"}]}
  {"ok":false,"type":null,"diagnostics":[],"error":{"kind":"InvalidLine","line":4,"message":"the line is not JSON"}}
  {"ok":false,"type":null,"diagnostics":[],"error":{"kind":"InvalidLine","line":5,"message":"`slot` is \"elsewhere\", expected one of condition, consensus, time"}}

$ quorate policy eval --jsonl values.jsonl
  {"value":true}
  {"value":"340282366920938463463374607431768211"}
  {"error":{"kind":"MissingKeyword","message":"`eth.tx` is not there in this request","range":{"start":20,"end":26}}}
  {"value":true}
  {"error":{"kind":"InvalidBindings","message":"walet: `walet` is not a root","problems":[{"path":"walet","message":"`walet` is not a root"}]}}

$ quorate policy eval --jsonl nowhere.jsonl
! error Q7119: `nowhere.jsonl` cannot be read: it does not exist
!   = help: check that the file exists and that you may read it
!
! 1 error
exit 1

$ quorate policy check --slot scope signing.expr
! error: option '--slot <slot>' argument 'scope' is invalid. Allowed choices are condition, consensus, time.
! (run with --help for the options)
exit 1

-- signing.expr --
activity.kind == 'SIGN_TRANSACTION'
  && eth.tx.value <= 1000000000000000000
-- wrong.expr --
approvers.any(u, u.tag == 'a')
-- questions.jsonl --
{"slot": "condition", "text": "eth.tx.value < 10"}
{"slot": "consensus", "text": "eth.tx.value < 10", "id": 2}
{"slot": "time", "text": "time.now"}
not JSON
{"slot": "elsewhere", "text": "true"}
-- values.jsonl --
{"text": "eth.tx.value < 10", "bindings": {"eth": {"tx": {"value": "9"}}}}
{"text": "eth.tx.value", "bindings": {"eth.tx": {"value": "340282366920938463463374607431768211"}}}
{"text": "wallet.id == 'a' || eth.tx.value > 1", "bindings": {"wallet": {"id": "a"}}}
{"slot": "time", "text": "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')", "bindings": {"time": {"now": "2026-03-02T10:00:00Z"}}}
{"text": "true", "bindings": {"walet": {}}}
