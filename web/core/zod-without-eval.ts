/**
 * Zod compiles its checks with `new Function` unless told not to, and the content policy of our pages reports that as a
 * violation. It reads this when its first schema is made, so the browser's entry imports this file before anything else;
 * importing zod itself for it would bring zod into every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
