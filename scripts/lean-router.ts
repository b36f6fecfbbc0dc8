import type { Plugin } from 'vite'

/** Of React Router's router: what only fetchers, hot reload and forms call, … */
const UNUSED_METHODS =
  /^\t\t(?:enableScrollRestoration|fetch|revalidate|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|patchRoutes|_internalFetchControllers: fetchControllers|_internalSetRoutes),$/gm
/** … and what is asked only of a router that was given submissions, routes found on the way, or somebody who watches it. */
const NEVER = [
  'opts && opts.submission && isMutationMethod(opts.submission.formMethod)',
  'init.patchRoutesOnNavigation',
  'init.instrumentations',
  'opts?.instrumentations',
  'isFogOfWar',
]

/** A release of React Router that is written otherwise must not come to be the whole of it again unseen. */
function withoutUnused(code: string): string {
  let lean = code.replaceAll(UNUSED_METHODS, '')
  for (const asked of NEVER) {
    const before = lean
    lean = lean.replaceAll(`if (${asked}) `, 'if (false) ')
    if (lean === before)
      throw new Error(`React Router no longer asks "${asked}": see scripts/lean-router.ts.`)
  }
  return lean.replaceAll('= consumeInstrumentationClientResultMetaReceiver(router);', '= undefined;')
}

/** Screens fade by web/core/fade.ts, so its own view transitions never begin. */
const OWN_FADE = [
  ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
  ['if (vtContext.isTransitioning && !vtContext.flushSync) ', 'if (false) '],
  ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
  ['if (renderDfd && pendingState && state.location.key === pendingState.location.key) ', 'if (false) '],
  ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
] as const

function withoutFade(code: string): string {
  return OWN_FADE.reduce((lean, [asked, instead]) => {
    if (!lean.includes(asked))
      throw new Error(`React Router no longer asks "${asked}": see scripts/lean-router.ts.`)
    return lean.replace(asked, instead)
  }, code)
}

const LEANER: Record<string, (code: string) => string> = {
  'router/router.js': withoutUnused,
  'lib/components.js': withoutFade,
}

function leaner(id: string): (code: string) => string {
  const [, without] = Object.entries(LEANER).find(([file]) => id.endsWith(file)) ?? []
  return without ?? ((code) => code)
}

/**
 * React Router makes its components by calls that a bundler has to keep, used or not. Told that these calls do nothing
 * else, it leaves out forms, prefetching and the like, which no screen uses: 3 KB of every first visit. Fetchers, submissions
 * and so on are reachable from the router itself, and are cut there: 4 KB more.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]/ },
      handler: (code, id) =>
        leaner(id)(code)
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$$1.forwardRef('),
    },
  }
}
