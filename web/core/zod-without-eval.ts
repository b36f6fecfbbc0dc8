/**
 * By default zod compiles its checks with `new Function`, which our content policy reports as a violation. Zod reads this
 * option when the first schema is created, so the browser's entry imports this file first. Importing zod to set the option
 * would add zod to every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
