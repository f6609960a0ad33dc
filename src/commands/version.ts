// The version, in one place that costs nothing to load; a test holds it to package.json.

export const VERSION = "0.1.0";
