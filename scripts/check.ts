/** `npm run check`: everything a machine can say about the code without running it. */
import { CHECKS, runStep } from './steps.ts'

let failed = 0
for (const step of CHECKS) if (!(await runStep(step))) failed += 1
console.log(`\n${CHECKS.length - failed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
