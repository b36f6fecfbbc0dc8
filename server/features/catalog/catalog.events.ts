import { on } from '#server/events.ts'
import { checkPlace, placeVideo } from './courses/uploaded-files.ts'
import { withdrawFailed } from './versions/failed-videos.ts'

on('upload.begun', checkPlace)

on('upload.finished', placeVideo)

on('video.failed', withdrawFailed)
