/** The program with several workers, and without pages, so that it needs no build. */
import cluster from 'node:cluster'
import module from 'node:module'
import { readConfig } from './config.ts'
import { serve } from './serve.ts'
import { supervise } from './workers/supervise.ts'

const config = readConfig()
if (cluster.isPrimary) supervise(config)
else await serve(config, { dev: false, mount: async () => undefined })
// Tests kill the program, and a killed process does not write its compile cache.
module.flushCompileCache()
