/** `npm run check`: every static check of the code. */
import { CHECKS, runStep } from './steps.ts'

let failed = 0
for (const step of CHECKS) if (!(await runStep(step))) failed += 1
console.log(`\n${CHECKS.length - failed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
