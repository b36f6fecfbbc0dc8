import fc from 'fast-check'

/** Property tests try the same inputs in every run. */
fc.configureGlobal({ seed: 20_261_126 })
