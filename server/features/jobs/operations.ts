import { z } from 'zod'
import {
  ApplyTemplate,
  Job,
  JobDetail,
  JobFile,
  JobFiles,
  JobList,
  JobNote,
  JobsQuery,
  JobUpdate,
  MoveJob,
  NewJob,
  NewJobFile,
  PatchJob,
  Pipeline,
  PipelineSetup,
  PutPipeline,
  SetUpPipeline,
} from '../../../shared/job.ts'
import { NewNote } from '../../../shared/note.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { createOnce, del, get, patch, post, put, upload } from '../../core/operation.ts'
import { addUpdate, deleteJob, patchJob } from './change.ts'
import { applyTemplate, putPipeline, setUpPipeline } from './change-pipeline.ts'
import { createJob } from './create.ts'
import { addJobFile, admitJobFile, deleteJobFile, listJobFiles } from './files.ts'
import { readJob } from './job.ts'
import { getJob, listJobs } from './list.ts'
import { moveJob } from './move.ts'
import { createJobNote, readJobNote } from './notes.ts'
import { getPipeline } from './pipeline.ts'

const id = exact(64, 1)

/** The routes of the pipeline come first, because its path would otherwise match that of one job. */
const pipelineOperations = {
  pipeline: get('/jobs/pipeline', {
    summary: 'Retrieve the pipeline',
    description:
      'Returns stages, fields and currency. A site has the stages of the template `simple` until somebody changes them.',
    scope: 'jobs:read',
    input: z.object({}),
    output: Pipeline,
    run: getPipeline,
  }),
  savePipeline: put('/jobs/pipeline', {
    summary: 'Change the pipeline',
    description:
      '`stages` and `fields` are whole lists, in order: an `id` keeps a stage, an entry without one adds a stage, and those left out are ' +
      'removed. There must be at least one open, one won and one lost stage. Returns 409 (`stage_in_use`) if a removed stage has jobs ' +
      'and `moveTo` does not say where they go, and 409 (`field_in_use`) if jobs have values of a removed field and `dropFields` ' +
      'is not set. Jobs that move, and those whose stage has another `kind` now, send the same events as a move.',
    scope: 'jobs:write',
    errors: [409],
    input: PutPipeline,
    output: Pipeline,
    run: putPipeline,
  }),
  applyTemplate: post('/jobs/pipeline/template', {
    summary: 'Apply a template',
    description:
      'Replaces the stages by those of the template. Stages with the same name and kind stay. Returns 409 if a stage that would ' +
      'be removed has jobs.',
    scope: 'jobs:write',
    errors: [409],
    input: ApplyTemplate,
    output: Pipeline,
    run: applyTemplate,
  }),
  setUp: post('/jobs/setup', {
    summary: 'Set up the pipeline',
    description:
      'Applies template, currency and fields if nobody has changed the pipeline and there was no job yet: `created` is true. ' +
      'Otherwise it changes nothing.',
    scope: 'jobs:write',
    input: SetUpPipeline,
    output: PipelineSetup,
    run: setUpPipeline,
  }),
}

export const jobOperations = {
  ...pipelineOperations,
  list: get('/jobs', {
    summary: 'List jobs',
    description:
      'Returns up to 500 jobs in the order of the board: by stage, then by place. `stages` counts the jobs that match all filters ' +
      'except `stage` and `status`, beyond the 500 too.',
    scope: 'jobs:read',
    input: JobsQuery,
    output: JobList,
    run: listJobs,
  }),
  create: post('/jobs', {
    summary: 'Create a job',
    description:
      'The job is the last of its stage. Unknown fields, and values that a field does not accept, return 400; a missing required field ' +
      'does not. A contact is found by email, then by phone, or created. Without `leads:read`, the job shows what you sent ' +
      'about a stored contact instead of its details.',
    scope: 'jobs:write',
    status: 201,
    input: NewJob,
    output: Job,
    ...createOnce((ctx, given: NewJob) => createJob(ctx, given), readJob),
  }),
  get: get('/jobs/:id', {
    summary: 'Retrieve a job',
    description: 'Returns the job with its history, notes and conversation.',
    scope: 'jobs:read',
    input: z.object({ id }),
    output: JobDetail,
    run: getJob,
  }),
  update: patch('/jobs/:id', {
    summary: 'Update a job',
    description:
      'Merges `fields`. Each change goes into the history. Never changes the stage: see `POST /jobs/:id/move`. An update without ' +
      'changes emits no event.',
    scope: 'jobs:write',
    input: PatchJob.extend({ id }),
    output: Job,
    run: patchJob,
  }),
  move: post('/jobs/:id/move', {
    summary: 'Move a job',
    description:
      'Moves the job to another stage, or to another place in its stage. The status follows the stage. In the same stage, only the ' +
      'order changes and no event is sent.',
    scope: 'jobs:write',
    input: MoveJob.safeExtend({ id }),
    output: Job,
    run: moveJob,
  }),
  addUpdate: post('/jobs/:id/updates', {
    summary: 'Add to the details',
    description: 'Appends a paragraph to the details. Returns 400 if they would have more than 10,000 characters.',
    scope: 'jobs:write',
    input: JobUpdate.extend({ id }),
    output: Job,
    ...createOnce(addUpdate, readJob),
  }),
  note: post('/jobs/:id/notes', {
    summary: 'Add a note to a job',
    description: 'Visible to the team only. `PATCH` and `DELETE /notes/:id` change it.',
    scope: 'jobs:write',
    status: 201,
    input: NewNote.extend({ id }),
    output: JobNote,
    ...createOnce(createJobNote, readJobNote),
  }),
  files: get('/jobs/:id/files', {
    summary: 'List the files of a job',
    description: 'Returns up to 100 files, oldest first. Each `url` works for an hour.',
    scope: 'jobs:read',
    input: z.object({ id }),
    output: JobFiles,
    run: listJobFiles,
  }),
  deleteFile: del('/jobs/:id/files/:fileId', {
    summary: 'Delete a file of a job',
    scope: 'jobs:write',
    input: z.object({ id, fileId: id }),
    output: Deleted,
    run: deleteJobFile,
  }),
  delete: del('/jobs/:id', {
    summary: 'Delete a job',
    description: 'Deletes the job with its history, notes and files. Its number is not used again.',
    scope: 'jobs:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteJob,
  }),
}

/** The input is multipart, so it has no tRPC procedure. */
export const jobUploads = {
  addFile: upload('/jobs/:id/files', {
    summary: 'Add a file to a job',
    description:
      'Images, PDF, Word and Excel documents, text and CSV, of at most `files.maxJobMb` and 10 MB. Returns 400 while `files.jobs` ' +
      'is off, 409 if the job has 100 files, and 413 for a larger file.',
    scope: 'jobs:write',
    status: 201,
    errors: [409, 413],
    input: NewJobFile.extend({ id }),
    output: JobFile,
    admitFile: admitJobFile,
    run: addJobFile,
  }),
}
