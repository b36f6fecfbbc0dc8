import cluster from 'node:cluster'
import { hash, verify } from '@node-rs/argon2'
import { busy } from '../http/errors.ts'

/** security.md section 3, "Password hash". */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`
/** Well-formed and of no password: comparing with it is as much work as comparing with a real one. */
const DUMMY_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** A worker is never alone with the cores. */
const AT_ONCE = cluster.isWorker ? 1 : 2
const QUEUE = 64
const BUSY_SECONDS = 2

/** Of the process, because its cores are: a flood of logins waits here and never stalls reads. */
const queue = { running: 0, waiting: [] as (() => void)[] }

async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.running < AT_ONCE) {
    queue.running += 1
  } else {
    if (queue.waiting.length >= QUEUE) throw busy(BUSY_SECONDS)
    await new Promise<void>((resolve) => queue.waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running -= 1
  }
}

/** An argon2id PHC string. Throws the `busy` AppError when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, PARAMETERS))
}

/**
 * Whether `stored` was made of this password; the same work whatever `stored` is, `undefined` for a person who does not
 * exist. Throws the `busy` AppError when too many wait already.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const real = stored?.startsWith('$argon2id$') === true ? stored : undefined
  const same = await limited(() => verify(real ?? DUMMY_HASH, password))
  return same && real !== undefined
}

/** A hash made when the parameters were others; the next login makes it anew. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(PREFIX)
}
