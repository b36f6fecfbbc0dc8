/** Runs hourly jobs every half second. */
const HOUR = 3_600_000
const every = globalThis.setInterval

Object.assign(globalThis, {
  setInterval: (work: () => void, ms: number, ...rest: unknown[]) =>
    every(work, ms === HOUR ? 500 : ms, ...rest),
})
