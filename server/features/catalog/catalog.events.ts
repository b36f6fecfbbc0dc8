import { on } from '#server/events.ts'
import { checkPlace, placeVideo } from './courses/uploaded-files.ts'

on('upload.begun', checkPlace)

on('upload.finished', placeVideo)
