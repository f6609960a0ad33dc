// Why an evaluation gave no value. A value itself, not an exception: errors are ordinary outcomes of policies.
import type { TextRange } from "../diagnostics/span.js";

export type EvaluationErrorKind =
	/** A root that the request does not carry. */
	| "MissingKeyword"
	/** A field or parameter that the activity does not expose. */
	| "MissingField"
	/** An optional value that the caller did not set. */
	| "FieldNotUsed"
	/** A map without the key. */
	| "MissingKey"
	/** An index or slice beyond the end. */
	| "OutOfRange"
	/** A dynamic value of a type that the operation does not take. */
	| "WrongType"
	/** An integer that does not fit its type. */
	| "Overflow"
	/** The evaluation costs more than is allowed. */
	| "StepLimit"
	/** The expression has errors of syntax or type. */
	| "Invalid";

export class EvaluationError {
	readonly kind: EvaluationErrorKind;
	readonly message: string;
	/** The part of the expression that gave no value. */
	readonly range: TextRange;

	constructor(kind: EvaluationErrorKind, message: string, range: TextRange) {
		this.kind = kind;
		this.message = message;
		this.range = range;
	}
}
