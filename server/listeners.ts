/**
 * Every file that listens to the events of the site (server/events.ts), in the order in which the listeners run. Programs that
 * change data import this file once.
 */
import './features/catalog/catalog.events.ts'
import './features/captions/captions.events.ts'
import './features/comments/comments.events.ts'
import './features/notifications/notifications.events.ts'
import './features/video-links/video-links.events.ts'
import './features/search/search.events.ts'
import './features/review/review.events.ts'
import './features/reports/reports.events.ts'
import './features/people/teacher-requests/teacher-requests.events.ts'
import './features/people/invitations/invitations.events.ts'
import './features/people/groups/groups.events.ts'
import './features/people/directory/directory.events.ts'
import './features/insight/insight.events.ts'
