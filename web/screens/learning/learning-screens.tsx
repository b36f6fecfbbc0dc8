import { Component as Learning } from './learning.tsx'
import { Component as Continue } from './learning-continue.tsx'
import { Component as Done } from './learning-done.tsx'
import { Component as History } from './learning-history.tsx'
import { Component as Liked } from './learning-liked.tsx'
import { Component as Notes } from './learning-notes.tsx'

/** /learning and its tabs, which are small and therefore one download. */
export const SCREENS = { Learning, Continue, History, Done, Notes, Liked }
