/**
 * The content security policy allows no code made at run time, and zod probes for it while schemas are declared.
 * So this stands before the first schema; a global, so that the public pages do not load zod for it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
