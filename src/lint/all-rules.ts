// Every rule, by its code. A new rule is a file, a line here, and a row in the code table.
import type { Rule } from "./rule.js";
import { accountAddressForm } from "./rules/account-address-form.js";
import { actorLockedOut } from "./rules/actor-locked-out.js";
import { addressAsCalldata } from "./rules/address-as-calldata.js";
import { allowAnybody } from "./rules/allow-anybody.js";
import { allowEverything } from "./rules/allow-everything.js";
import { alwaysOpen } from "./rules/always-open.js";
import { anyChain } from "./rules/any-chain.js";
import { anyKey } from "./rules/any-key.js";
import { bitcoinFee } from "./rules/bitcoin-fee.js";
import { clockChange } from "./rules/clock-change.js";
import { constantPart } from "./rules/constant-part.js";
import { contractCreation } from "./rules/contract-creation.js";
import { dayOrWeekday } from "./rules/day-or-weekday.js";
import { deadAllow } from "./rules/dead-allow.js";
import { denyAdministration } from "./rules/deny-administration.js";
import { denyBySeveral } from "./rules/deny-by-several.js";
import { denyEverybody } from "./rules/deny-everybody.js";
import { denyEverything } from "./rules/deny-everything.js";
import { denyMayFail } from "./rules/deny-may-fail.js";
import { duplicateEntry } from "./rules/duplicate-entry.js";
import { emptyConsensus } from "./rules/empty-consensus.js";
import { escalation } from "./rules/escalation.js";
import { exactCount } from "./rules/exact-count.js";
import { exportAlone } from "./rules/export-alone.js";
import { firstOnly } from "./rules/first-only.js";
import { firstSession } from "./rules/first-session.js";
import { freeToken } from "./rules/free-token.js";
import { gasUnbounded } from "./rules/gas-unbounded.js";
import { interfaceNeeded } from "./rules/interface-needed.js";
import { keyWithoutActivity } from "./rules/key-without-activity.js";
import { lookupTables } from "./rules/lookup-tables.js";
import { malformedAddress } from "./rules/malformed-address.js";
import { manyPolicies } from "./rules/many-policies.js";
import { messageWithoutType } from "./rules/message-without-type.js";
import { mfaGap } from "./rules/mfa-gap.js";
import { mfaMayFail } from "./rules/mfa-may-fail.js";
import { mfaNotEnrolled } from "./rules/mfa-not-enrolled.js";
import { misleadingName } from "./rules/misleading-name.js";
import { misplacedSlice } from "./rules/misplaced-slice.js";
import { missingSibling } from "./rules/missing-sibling.js";
import { nativeCapOnly } from "./rules/native-cap-only.js";
import { nativeTransfersOnly } from "./rules/native-transfers-only.js";
import { negativeAllowlist } from "./rules/negative-allowlist.js";
import { neverTrue } from "./rules/never-true.js";
import { noSuchKey } from "./rules/no-such-key.js";
import { nobodyElse } from "./rules/nobody-else.js";
import { oneIsEnough } from "./rules/one-is-enough.js";
import { oneWithBothTags } from "./rules/one-with-both-tags.js";
import { openInstructions } from "./rules/open-instructions.js";
import { openRouter } from "./rules/open-router.js";
import { optionalParameter } from "./rules/optional-parameter.js";
import { otherWays } from "./rules/other-ways.js";
import { overlappingWindows } from "./rules/overlapping-windows.js";
import { ownCredentials } from "./rules/own-credentials.js";
import { parsedInstruction } from "./rules/parsed-instruction.js";
import { pinnedVersion } from "./rules/pinned-version.js";
import { placeholderLeft } from "./rules/placeholder-left.js";
import { rawPayloads } from "./rules/raw-payloads.js";
import { rootSubject } from "./rules/root-subject.js";
import { scopeMayFail } from "./rules/scope-may-fail.js";
import { shadowedMfa } from "./rules/shadowed-mfa.js";
import { signsAnything } from "./rules/signs-anything.js";
import { singleContract } from "./rules/single-contract.js";
import { singleRecovery } from "./rules/single-recovery.js";
import { smallUnit } from "./rules/small-unit.js";
import { someElement } from "./rules/some-element.js";
import { supersededVersion } from "./rules/superseded-version.js";
import { tagName } from "./rules/tag-name.js";
import { timeWindow } from "./rules/time-window.js";
import { timedDeny } from "./rules/timed-deny.js";
import { tokenAccount } from "./rules/token-account.js";
import { turnedAround } from "./rules/turned-around.js";
import { unboundedApproval } from "./rules/unbounded-approval.js";
import { undocumentedGroup } from "./rules/undocumented-group.js";
import { unguardedSlice } from "./rules/unguarded-slice.js";
import { unknownIdentifier } from "./rules/unknown-identifier.js";
import { unknownSession } from "./rules/unknown-session.js";
import { unreachableConsensus } from "./rules/unreachable-consensus.js";
import { untiedCredential } from "./rules/untied-credential.js";
import { upperCaseCalldata } from "./rules/upper-case-calldata.js";
import { upperCaseTypedData } from "./rules/upper-case-typed-data.js";
import { uselessAllow } from "./rules/useless-allow.js";
import { vacuousAll } from "./rules/vacuous-all.js";
import { variantField } from "./rules/variant-field.js";
import { voteActivity } from "./rules/vote-activity.js";

export const rules: readonly Rule[] = [
	denyMayFail,
	interfaceNeeded,
	variantField,
	unguardedSlice,
	optionalParameter,
	noSuchKey,
	parsedInstruction,
	messageWithoutType,
	allowEverything,
	allowAnybody,
	anyKey,
	signsAnything,
	rawPayloads,
	anyChain,
	vacuousAll,
	firstOnly,
	openInstructions,
	lookupTables,
	nativeTransfersOnly,
	someElement,
	contractCreation,
	freeToken,
	openRouter,
	unboundedApproval,
	uselessAllow,
	keyWithoutActivity,
	nativeCapOnly,
	bitcoinFee,
	gasUnbounded,
	negativeAllowlist,
	singleContract,
	denyEverybody,
	denyEverything,
	denyAdministration,
	denyBySeveral,
	deadAllow,
	neverTrue,
	constantPart,
	duplicateEntry,
	actorLockedOut,
	unreachableConsensus,
	oneIsEnough,
	nobodyElse,
	tagName,
	untiedCredential,
	oneWithBothTags,
	emptyConsensus,
	unknownIdentifier,
	exactCount,
	rootSubject,
	pinnedVersion,
	supersededVersion,
	missingSibling,
	undocumentedGroup,
	voteActivity,
	upperCaseTypedData,
	accountAddressForm,
	malformedAddress,
	placeholderLeft,
	smallUnit,
	tokenAccount,
	upperCaseCalldata,
	misplacedSlice,
	addressAsCalldata,
	timeWindow,
	overlappingWindows,
	dayOrWeekday,
	alwaysOpen,
	timedDeny,
	clockChange,
	shadowedMfa,
	mfaGap,
	mfaMayFail,
	mfaNotEnrolled,
	firstSession,
	scopeMayFail,
	singleRecovery,
	unknownSession,
	escalation,
	ownCredentials,
	exportAlone,
	turnedAround,
	manyPolicies,
	misleadingName,
	otherWays,
];
