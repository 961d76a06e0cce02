import { z } from 'zod'
import { KnowledgeFile, KnowledgeFiles, NewFile } from '../../../../shared/file.ts'
import { Deleted, PageQuery } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { del, get, post } from '../../../core/operation.ts'
import { addFile, deleteFile, listFiles } from './files.ts'

export const fileOperations = {
  list: get('/knowledge/files', {
    summary: 'List the files of the knowledge',
    description: 'The last added first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: KnowledgeFiles,
    run: listFiles,
  }),
  delete: del('/knowledge/files/:id', {
    summary: 'Delete a file of the knowledge',
    description: 'With all that was learned of it.',
    scope: 'knowledge:write',
    errors: [404],
    input: z.object({ id: exact(64, 1) }),
    output: Deleted,
    run: deleteFile,
  }),
}

/** Its input is a form with a file in it, and so it has no twin in tRPC. */
export const fileUploads = {
  add: post('/knowledge/files', {
    summary: 'Add a file to the knowledge',
    description:
      'It is read in the background, and `knowledge.file.processed` tells what came of it. Once it is learned, it takes the ' +
      'place of files of the same name.',
    scope: 'knowledge:write',
    status: 201,
    input: NewFile,
    output: KnowledgeFile,
    run: addFile,
  }),
}
