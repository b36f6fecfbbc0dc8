/**
 * Every file that listens to the events of the site (server/events.ts), in the order in which the listeners run. Programs that
 * change data import this file once.
 */
import './features/comments/comments.events.ts'
import './features/video-links/video-links.events.ts'
import './features/search/search.events.ts'
import './features/reports/reports.events.ts'
