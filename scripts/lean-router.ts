import type { Plugin } from 'vite'

/** Methods of the router that only fetchers, revalidation and hot reload call. */
const UNUSED_METHODS =
  /^\t\t(?:fetch|revalidate|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|_internalFetchControllers: fetchControllers|_internalSetRoutes),$/gm

/** Conditions that hold only for a router with submissions or instrumentation. */
const NEVER_TRUE = [
  'opts && opts.submission && isMutationMethod(opts.submission.formMethod)',
  'init.instrumentations',
]

function withoutUnusedMethods(code: string): string {
  return NEVER_TRUE.reduce(
    (lean, condition) => {
      const shorter = lean.replaceAll(`if (${condition}) `, 'if (false) ')
      if (shorter === lean)
        throw new Error(`React Router has changed. Update scripts/lean-router.ts: ${condition}`)
      return shorter
    },
    code.replaceAll(UNUSED_METHODS, ''),
  ).replaceAll('= consumeInstrumentationClientResultMetaReceiver(router);', '= undefined;')
}

/** Without the name, and with a call that is marked as pure, the bundler drops components that nothing imports. */
const withPureComponents = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$$1.forwardRef(')

/**
 * Cuts out of React Router what no screen uses and what the bundler has to keep: forms, prefetching, fetchers, submissions
 * and instrumentation. It matches the text of the library. The build fails if an update changes one of the conditions; other
 * parts that no longer match stay in the file, which the size budget shows.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]/ },
      handler: (code, id) =>
        withPureComponents(/router[\\/]router\.js$/.test(id) ? withoutUnusedMethods(code) : code),
    },
  }
}
