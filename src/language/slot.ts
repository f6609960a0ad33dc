// The three places of a policy that hold an expression; each has roots of its own. The conditions of MFA policies and the
// scopes of session profiles use the slot `condition`.

export type Slot = "condition" | "consensus" | "time";

export const slots: readonly Slot[] = ["condition", "consensus", "time"];
