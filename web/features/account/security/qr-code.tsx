import { encode } from 'uqr'

/** The empty edge that scanners need, in squares. */
const EDGE = 2

/** A text as a QR code: one rectangle for each run of black squares in a row. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: EDGE })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      {runsIn(data).map(({ x, y, width }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={width} height={1} />
      ))}
    </svg>
  )
}

interface Run {
  x: number
  y: number
  width: number
}

function runsIn(rows: boolean[][]): Run[] {
  return rows.flatMap((row, y) => {
    const runs: Run[] = []
    for (const [x, isBlack] of row.entries()) {
      const last = runs.at(-1)
      if (isBlack && last && last.x + last.width === x) last.width += 1
      else if (isBlack) runs.push({ x, y, width: 1 })
    }
    return runs
  })
}
