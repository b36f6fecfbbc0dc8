const WIDTH = 30

/** A line that says how far one step is; on a terminal it moves, in a log it is written when the step is done. */
export function createProgress(title: string, all: number): { move: (by: number) => void; done: () => void } {
  const began = performance.now()
  let moved = 0
  let printed = -1
  const line = () => {
    const part = all === 0 ? 1 : Math.min(1, moved / all)
    const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    return `${title.padEnd(16)} ${bar} ${moved.toLocaleString('en').padStart(9)} ${seconds.padStart(6)} s`
  }
  return {
    move(by) {
      moved += by
      const percent = Math.floor((100 * moved) / Math.max(1, all))
      if (percent === printed || !process.stdout.isTTY) return
      printed = percent
      process.stdout.write(`\r${line()}`)
    },
    done() {
      process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${line()}\n`)
    },
  }
}
