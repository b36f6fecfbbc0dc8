import type { Fault } from './fault.ts'
import { lacks } from './machine.ts'
import { type Care, losePower, type PowerLossResult } from './power-loss/power-loss.ts'

const POINTS = 1000
const CONTROL_POINTS = 1000

function inWords({ care, points, writes, syncs, ...result }: PowerLossResult): string {
  const { pointsWithLoss, worst, unopenable, corrupt, pictures } = result
  return `${care}: ${writes} acknowledged writes, ${syncs} syncs, ${points} crash points: ${pointsWithLoss} with a loss (at most ${worst} writes), ${unopenable} that do not open, ${corrupt} corrupt, ${pictures} with a lost picture`
}

const isWhole = (result: PowerLossResult): boolean =>
  result.pointsWithLoss + result.unopenable + result.corrupt + result.pictures === 0

/** The product has to survive all of it; two careless databases must not, or this test proves nothing (F04). */
export const lostPower: Fault = {
  id: 'F03',
  title: 'power is lost: unsynced writes are dropped, kept, half kept or torn',
  lacks: () => lacks('gcc'),
  run: async (_folder, say) => {
    const lines: string[] = []
    const lose = async (care: Care, points: number) => {
      const result = await losePower(care, points)
      lines.push(inWords(result))
      say(inWords(result))
      return result
    }
    const product = await lose('as it is', POINTS)
    const controls = [
      await lose('commits not synced', CONTROL_POINTS),
      await lose('synchronous=OFF', CONTROL_POINTS),
    ]
    const seen = controls.every(({ pointsWithLoss }) => pointsWithLoss > 0)
    const [whole, ...careless] = lines
    return { held: isWhole(product) && seen, figures: `${whole}. Controls: ${careless.join('; ')}` }
  },
}
