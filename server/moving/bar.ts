const WIDTH = 30
const REDRAWN_MS = 100
const LINE_MS = 2000

export interface Bar {
  /** `done` of `total` of what is named. */
  show: (what: string, done: number, total: number) => void
  /** Before anything else is written. */
  end: () => void
}

interface Terminal {
  isTTY?: boolean | undefined
  write: (text: string) => unknown
}

/** A bar that moves at a terminal; a line every two seconds where the output is kept. */
export function createBar(out: Terminal = process.stdout, now: () => number = () => performance.now()): Bar {
  let last = Number.NEGATIVE_INFINITY
  let open = false
  return {
    show(what, done, total) {
      const time = now()
      const isLast = done >= total
      if (!isLast && time - last < (out.isTTY ? REDRAWN_MS : LINE_MS)) return
      last = time
      open = out.isTTY === true
      const line = `[migrate] ${drawn(done, total)} ${what}: ${done} of ${total}`
      out.write(out.isTTY ? `\r${line}\u001B[K` : `${line}\n`)
    },
    end() {
      if (open) out.write('\n')
      open = false
    },
  }
}

function drawn(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * WIDTH)
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}`
}
