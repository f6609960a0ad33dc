// Where the calls of the service's owner stand; in a file of their own, so that whoever makes them loads nothing else.

export const ADMIN_PATHS = {
	approve: "/admin/approve_activity",
	reject: "/admin/reject_activity",
	retry: "/admin/retry_delivery",
} as const;
