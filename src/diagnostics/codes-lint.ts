// Q35 and Q36: what `policy lint` finds. Such expressions are accepted and do what they say; they seldom mean it. Q350 errors and
// doors they leave open, Q351 to Q353 too much allowed, Q354 denials, Q355 who approves, Q356 versions, Q357 values, Q358 time,
// Q359 second factors and sessions, Q360 the organisation as a whole, Q369 findings that were allowed.
import type { CodeTable } from "./code-entry.js";

export const lintCodes = {
	Q3501: {
		title: "DENY that may fail",
		explanation:
			"A DENY whose condition ends in an error does not deny: what it forbids is open wherever that happens. Both sides of `&&` and `||` are always evaluated, so no comparison beside it protects it. Deny what is left open by a policy that reads nothing of it, or allow less.",
	},
	Q3502: {
		title: "needs an uploaded interface",
		explanation:
			"Function names and arguments are read with the contract's interface; without an upload nothing matches, or everything fails. Upload the interface of every contract and program that the policy names, or compare selectors and slices of the call data, which need none.",
	},
	Q3503: {
		title: "field of one variant",
		explanation:
			"Reading a field of another variant is an error; a comparison of the variant says which one is meant. Tron contracts and versions of Solana transactions each have fields of their own. Ask for the variant in the same policy, and write another policy for another variant.",
	},
	Q3504: {
		title: "index or slice beside an alternative",
		explanation:
			"Both sides of `||` are always evaluated, so an index or slice that is out of range spoils the alternative that works. Write one policy for each alternative. A comparison of the length beside it does not protect it, because both sides are evaluated.",
	},
	Q3505: {
		title: "parameter that may be left out",
		explanation:
			"A parameter that the caller did not set is an error, not zero: the ALLOW then allows nothing. That is harmless in an ALLOW as long as callers know to set it; a DENY on such a parameter has a finding of its own.",
	},
	Q3506: {
		title: "no key of that sort",
		explanation:
			"Accounts of wallets have no `private_key` and private keys have no `wallet`: reading the other one is an error. Signing with an account of a wallet carries `wallet` and `wallet_account`; signing with a stand-alone key carries `private_key`. Name what the organisation has.",
	},
	Q3507: {
		title: "parsed data of every instruction",
		explanation:
			"An instruction of a program without an interface has no parsed data, and an error for one element is one of the whole. Upload the interfaces of all programs that may be called, or ask first for the programs: by a policy of its own, since a comparison beside it does not protect it.",
	},
	Q3508: {
		title: "message without its type",
		explanation:
			"A member of the same name means something else in another type of message, and is an error where the type lacks it. Ask for `eth.eip_712.primary_type`, and for the domain, in every branch that reads the message.",
	},
	Q3510: {
		title: "ALLOW of everything",
		explanation:
			"An ALLOW without a condition covers exports, new users and new policies as well. Say what is allowed by kind, or by resource and action. Who may do everything belongs into the root quorum.",
	},
	Q3511: {
		title: "ALLOW for everybody",
		explanation: "Without a consensus every user of the organisation may do it, alone. Name users or tags in `consensus`.",
	},
	Q3512: {
		title: "ALLOW for every key",
		explanation:
			"An ALLOW to sign that names no wallet, account or private key holds for every key of the organisation, future ones included. Name the key: `wallet.id`, `wallet_account.address`, `private_key.id` or `private_key.tags`, in every branch.",
	},
	Q3513: {
		title: "ALLOW to sign anything",
		explanation:
			"Signing as such includes raw payloads, hence the digest of any transaction. Name the kinds of activities and what may be signed. All use of keys is `SIGN`, for transactions and for raw payloads alike.",
	},
	Q3514: {
		title: "raw payloads",
		explanation:
			"Whoever may sign a raw digest may sign any transaction, whatever the policies say about transactions. Deny `SIGN_RAW_PAYLOAD` and `SIGN_RAW_PAYLOADS` together, by kind, to those whose transactions are limited; or allow typed data only.",
	},
	Q3515: {
		title: "ALLOW on every chain",
		explanation:
			"One address can be a different contract on each chain, and a signature for one chain is asked for on another. Compare `eth.tx.chain_id`.",
	},
	Q3516: {
		title: "`all` without a count",
		explanation:
			"`all` is true of an empty list, so an ALLOW that asks it also allows a request that has none of them. Add `count() > 0`, or the number that is meant.",
	},
	Q3517: {
		title: "one element for all",
		explanation:
			"What is asked of one element says nothing about the others, and a request can carry more than one. Use `all` in an ALLOW and `any` in a DENY, or fix the length with `count()`.",
	},
	Q3518: {
		title: "instructions left open",
		explanation:
			"A condition on transfers says nothing about the other instructions of the transaction. Fix `instructions.count()`, or ask of all `program_keys` or all instructions.",
	},
	Q3519: {
		title: "addresses behind lookup tables",
		explanation:
			"An address from a lookup table reads `ADDRESS_TABLE_LOOKUP`: a list of good or bad addresses does not see it. Ask for `address_table_lookups.count() == 0` where a list of addresses matters.",
	},
	Q3520: {
		title: "native transfers only",
		explanation:
			"`transfers` holds top-level transfers of the System Program: tokens and inner transfers are not among them. Look at `spl_transfers` as well, and bound instructions or programs, since inner transfers are in neither list.",
	},
	Q3521: {
		title: "one element is enough",
		explanation: "`any` asks for one element; in an ALLOW all the others are then allowed as well. Use `all`, or fix the length.",
	},
	Q3522: {
		title: "contract creation with an amount",
		explanation:
			"A contract that is created can be given any amount, and code that sends it on. An empty receiver means that a contract is created. Add `eth.tx.value == 0`.",
	},
	Q3523: {
		title: "token left free",
		explanation:
			"Whoever may call a token freely may transfer it to anybody and approve anybody. Bound contract, function and receiver together. Two lists joined by `&&` allow every pair of their entries, so write one policy for each contract.",
	},
	Q3524: {
		title: "router left free",
		explanation:
			"A router sends what it gets wherever its arguments say: allowing its address allows every receiver. Ask for the receiver among the arguments, or allow the contracts behind it one by one.",
	},
	Q3525: {
		title: "approval without a bound",
		explanation:
			"An approval without a bound lets its holder take everything, later and without asking. Compare the amount, as an argument or as a word of the call data, and the spender.",
	},
	Q3526: {
		title: "ALLOW that restricts nothing",
		explanation:
			"One ALLOW is enough: a second one with more conditions restricts nothing. ALLOWs are alternatives. What is not wanted is either left out of every ALLOW or written as a DENY.",
	},
	Q3527: {
		title: "key without an activity",
		explanation:
			"A condition that names only a key covers its export as well as signing with it. Add the kind of activity, or resource and action.",
	},
	Q3528: {
		title: "bound on the native amount only",
		explanation:
			"A bound on `eth.tx.value` bounds the native coin only: a call that sends none can move any token. Bound the receiver as well, or rule out calls with `eth.tx.data == '0x'`.",
	},
	Q3529: {
		title: "Bitcoin outputs or fee alone",
		explanation:
			"What no output takes is fee: outputs and fee only bound a transaction together. Compare both, and remember the change address among the outputs.",
	},
	Q3530: {
		title: "gas without a bound",
		explanation:
			"Whoever may set gas and fees freely may spend the wallet's coins on them. Told only where the project asks for it. Compare `eth.tx.gas` and the fee fields, above all where fees are sponsored.",
	},
	Q3531: {
		title: "ALLOW by exclusion",
		explanation:
			"An ALLOW of everything but a list allows what nobody has thought of. Say what is allowed; write what is not as a DENY.",
	},
	Q3532: {
		title: "first contract only",
		explanation:
			"A Tron transaction has one contract today, and the service keeps the right to allow more. Add `tron.tx.contract.count() == 1`.",
	},
	Q3540: {
		title: "DENY for everybody",
		explanation:
			"A DENY without a consensus holds for every user but the root quorum, administrators included. Name whom it is for. If everybody is meant, allow this rule in the manifest with that as the reason.",
	},
	Q3541: {
		title: "DENY of everything",
		explanation:
			"A DENY without a condition freezes whom it is for; only the root quorum can take it away again. Say what is denied. To shut somebody out, remove their credentials or tags.",
	},
	Q3542: {
		title: "DENY by exclusion",
		explanation:
			"A DENY that excludes by what it is not also covers the management of policies and users, and votes of those it is for. Name the activities that are denied. As soon as one of those it is for is among the approvers, it also hits what others have asked for.",
	},
	Q3543: {
		title: "DENY that needs several people",
		explanation:
			"A DENY applies once its consensus is satisfied: one that needs several people does not stop a single one. Say whom it is for with `any`. A count below a number stops being true as soon as enough people approve.",
	},
	Q3544: {
		title: "ALLOW that a DENY takes back",
		explanation:
			"A DENY wins over every ALLOW: one that holds wherever the ALLOW does makes it void. Remove it, or narrow the DENY.",
	},
	Q3545: {
		title: "never true",
		explanation:
			"A condition that contradicts itself has no effect, and most likely means something else. Values that exclude each other are alternatives: join them by `||`, or by `in`.",
	},
	Q3546: {
		title: "constant part",
		explanation:
			"A part that never changes, or that says again what has been said, is no condition. Remove it, or write what was meant. Amounts and lengths are never negative, and two exclusions joined by `||` exclude nothing.",
	},
	Q3547: {
		title: "entry twice in a list",
		explanation:
			"An entry that stands twice is most likely one that should read otherwise. Remove it, or write the value that was meant. Addresses of EVM chains are the same in either case.",
	},
	Q3548: {
		title: "whoever applies is denied",
		explanation:
			"Whoever applies policies and is then denied changing them needs the root quorum to go on. Leave that user out of the DENY, or apply as another one.",
	},
	Q3550: {
		title: "consensus that cannot be reached",
		explanation:
			"A consensus that nobody can complete makes an ALLOW allow nothing, and a DENY deny nothing. Compare the threshold with how many people have the tag, and the identifiers with those of the organisation.",
	},
	Q3551: {
		title: "one person is enough",
		explanation:
			"A consensus of alternatives is satisfied by any one of them. Join what is needed together by `&&`, or count approvals.",
	},
	Q3552: {
		title: "`approvers.all`",
		explanation:
			"`approvers.all` asks every one who approved: it is satisfied by one of them, and spoilt by anybody else's approval. To ask for several people ask for each of them with `any`, or count them.",
	},
	Q3553: {
		title: "tag named by its name",
		explanation:
			"`tags` holds identifiers of tags, never their names. Refer to the tag by name with `${UserTag/name}` or `${PrivateKeyTag/name}`: the identifier is put in.",
	},
	Q3554: {
		title: "credential of anybody",
		explanation:
			"Approvers and credentials are separate lists: anybody's passkey satisfies a condition on the type alone. Add the user: `credential.user_id == '…'`.",
	},
	Q3555: {
		title: "one person for two minimums",
		explanation:
			"A person with two tags counts towards the minimum of each. If different people are meant, ask for a total besides: `approvers.count() >= …`.",
	},
	Q3556: {
		title: "consensus of anybody",
		explanation:
			"A consensus that every single approver satisfies names nobody. Name users or tags, or ask for more than one approval.",
	},
	Q3557: {
		title: "unknown identifier",
		explanation:
			"What no longer exists never matches: an ALLOW allows nothing, a DENY denies nothing. Refer to things by name, as in `${Wallet/operations}`: a plan then refuses what is not there.",
	},
	Q3558: {
		title: "exact number of approvals",
		explanation: "One more approval than asked for makes an exact count false again, and `== 1` means anybody. Write `>=`.",
	},
	Q3559: {
		title: "policy about the root quorum",
		explanation:
			"The root quorum is asked before any policy: a policy does not bind whoever satisfies it alone. Programs and people whom policies should bind do not belong into the root quorum.",
	},
	Q3565: {
		title: "one version of an activity",
		explanation:
			"With the next version of the activity an ALLOW stops working, and a DENY stops protecting. Use `activity.kind`, which all versions share, unless exactly this version is meant.",
	},
	Q3566: {
		title: "replaced version",
		explanation:
			"Clients send the latest version of an activity; a policy on an older one misses it. Use `activity.kind`, or name the new version as well.",
	},
	Q3567: {
		title: "DENY that forgets a way",
		explanation:
			"What is denied in one way can be done in another. Name all kinds that do the same, or deny by resource and action.",
	},
	Q3568: {
		title: "undocumented resource",
		explanation: "Which resource and action these activities have is not documented: their kind is. Name the kinds.",
	},
	Q3569: {
		title: "policy about votes",
		explanation:
			"Whoever is part of an activity's consensus may vote on it without a policy, and nobody else may. Name the voters in the consensus of the activities they vote on.",
	},
	Q3570: {
		title: "upper case in typed data",
		explanation:
			"The service documents that hex in EIP-712 comparisons is in lower case: another case never matches. Write the literal in lower case.",
	},
	Q3571: {
		title: "account address without its checksum",
		explanation:
			"`wallet_account.address` is compared letter by letter with the stored address, which has its checksum. Write the address as the service shows it. Elsewhere, in `eth.tx.to` for instance, case does not matter.",
	},
	Q3572: {
		title: "not an address",
		explanation:
			"What is no address never matches: most often a digit is missing, or the address is another chain's. Write the address out; mixed case in an EVM address is a checksum, and a wrong one most likely means a wrong digit.",
	},
	Q3573: {
		title: "placeholder left",
		explanation:
			"A template that was not filled in never matches anything. Put the value in its place, by a reference or a variable of the project.",
	},
	Q3574: {
		title: "unit too small",
		explanation:
			"Amounts are in the smallest unit of a chain: a small number is next to nothing. Wei, lamports and sun are the smallest units; write all the zeros.",
	},
	Q3575: {
		title: "wallet for a token account",
		explanation:
			"Token transfers go from token account to token account: a wallet's own address is neither. Write the token account that belongs to the wallet and the mint.",
	},
	Q3576: {
		title: "upper case in call data",
		explanation:
			"Call data is compared letter by letter, and all that is known of has lower-case digits. Write the literal in lower case.",
	},
	Q3577: {
		title: "slice across words",
		explanation:
			"Call data is a selector and words of 64 digits: a slice that lies across them compares parts of two things. Count from the layout: on EVM chains `0x` and 8 digits of selector, then 64 digits for each argument; an address is the last 40 of them.",
	},
	Q3578: {
		title: "address as call data",
		explanation:
			"An address in call data has no `0x` and no upper case: the text that fits the one never fits the other. Write the address once with `0x`, and once without and in lower case.",
	},
	Q3580: {
		title: "window over or ending",
		explanation: "Outside its window a policy neither allows nor denies. Move the window or remove the policy.",
	},
	Q3581: {
		title: "overlapping windows",
		explanation:
			"A range of hours opens a window at every one of them: the duration counts from the last, too. Write the first hour alone, and a duration that reaches to the end.",
	},
	Q3582: {
		title: "day of month or day of week",
		explanation:
			"Where both are restricted a window opens on days that satisfy either, which is more than it reads. Restrict one of the two fields, or join two schedules by `&&`.",
	},
	Q3583: {
		title: "schedule without a gap",
		explanation: "Windows that follow each other without a gap are no restriction. Shorten the duration, or remove the schedule.",
	},
	Q3584: {
		title: "DENY at certain times",
		explanation:
			"Outside its window a DENY does not exist: what it forbids is then decided by the other policies. To allow something at certain times write an ALLOW with `time`.",
	},
	Q3585: {
		title: "clock change in a window",
		explanation:
			"A duration is elapsed time: in the night of a clock change a window ends an hour earlier or later than on other days. Nothing needs to be done where an hour more or less does not matter; otherwise write the schedule in UTC.",
	},
	Q3590: {
		title: "MFA policy in the shadow of another",
		explanation: "The first MFA policy whose condition is true is the only one enforced. Give the special one the lower order.",
	},
	Q3591: {
		title: "activities without a second factor",
		explanation:
			"What no MFA policy of a user matches needs no second factor. Add a policy with the condition `true` and the highest order, if everything is meant.",
	},
	Q3592: {
		title: "MFA policy that may be skipped",
		explanation:
			"An MFA policy whose condition ends in an error is skipped, and the next one is tried: the stricter one silently does not hold. Ask only for kind, resource and action, which are always there.",
	},
	Q3593: {
		title: "method not enrolled",
		explanation:
			"A step that a user has no method for locks them out of everything the policy matches. Enrol the method before the policy is applied, or add an alternative to the step.",
	},
	Q3594: {
		title: "session for the first session",
		explanation:
			"A login that needs a session cannot be the first one: nobody could ever begin. Leave the logins out of the condition, or add another method to the step.",
	},
	Q3595: {
		title: "session scope that may fail",
		explanation:
			"A request on which a session's scope cannot be evaluated is denied. Ask only for what is there in every request of the session.",
	},
	Q3596: {
		title: "recovery by one person",
		explanation:
			"Whoever may remove MFA policies alone is a second factor's single point of failure. Ask for two of several people: one alone can be lost or bribed, and all of them can be missing.",
	},
	Q3597: {
		title: "session profile that does not exist",
		explanation:
			"A step asks for a session of a profile, by its identifier, and the organisation has no such profile: nobody can have such a " +
			"session, and whoever the policy binds is locked out. Make the profile first, or write the identifier of one that is there.",
	},
	Q3600: {
		title: "path to everything",
		explanation:
			"Whoever may change policies, users or their tags alone can grant themselves anything. Ask for several people, or leave it to the root quorum.",
	},
	Q3601: {
		title: "programs that make themselves keys",
		explanation:
			"Users may create credentials for themselves unless a policy denies it: a program's stolen key can make itself others. Add a DENY on `activity.resource == 'CREDENTIAL'` for them.",
	},
	Q3602: {
		title: "keys taken out by one person",
		explanation: "An exported key is beyond every policy, and a deleted one is gone. Ask for several people.",
	},
	Q3603: {
		title: "turned around",
		explanation:
			"An update replaces the whole expression: a lost `!`, `any` for `all` or `>` for `<` makes it mean the opposite. Compare the two texts; if it is meant, allow the rule in the manifest for this change.",
	},
	Q3604: {
		title: "nearly full",
		explanation:
			"An organisation holds a limited number of policies, and a change needs room for the new one before the old one goes. Join policies that differ in one value by `in`, or move some to a sub-organisation.",
	},
	Q3605: {
		title: "misleading name",
		explanation: "Whoever reviews a change reads names and notes first. Correct the name, or the expression.",
	},
	Q3606: {
		title: "other ways out",
		explanation:
			"A DENY that reads the transaction does not see swaps, deposits, Spark transfers and exports. Narrow what is allowed to the kinds that are meant.",
	},
	Q3690: {
		title: "allowance that has expired",
		explanation:
			"A finding was allowed until a day that is over. It is told again; renew the date with a reason, or mend the policy.",
	},
	Q3691: {
		title: "allowance that is not complete",
		explanation:
			"A finding is allowed by a comment in the manifest with the rule, a last day and a reason: `# quorate: allow Q3540 until 2030-12-31: agreed with security`. Without one of them it allows nothing.",
	},
	Q3692: {
		title: "allowance that allows nothing",
		explanation: "Nothing in this manifest has the finding. Remove the comment, so that it does not hide the next one.",
	},
	Q3693: {
		title: "organisation not read completely",
		explanation:
			"With `--live` the rules also compare with the organisation. A part of it could not be read, because the profile or the API " +
			"key does not allow it, and the rules that need it found nothing: that is no sign that there is nothing to find.",
	},
} as const satisfies CodeTable;
