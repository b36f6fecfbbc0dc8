import fc from 'fast-check'

/** Property tests try the same inputs in every run. */
fc.configureGlobal({ seed: 20_261_126 })

/** As the server does at its start. */
process.umask(0o027)
