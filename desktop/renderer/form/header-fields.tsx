import type { Header } from '../../../shared/request.ts'
import { Switch, TextField } from './fields.tsx'

type Props = {
  /** Of the header in its form, such as `headers.0`. */
  path: string
  header: Pick<Header, 'secret' | 'set'>
  words: { name: string; value: string; secret: string; secretHint?: string; kept: string }
  isFirst?: boolean
}

/** The fields of a header. A stored secret is shown as such, and stays unless another is typed. */
export function HeaderFields({ path, header: { secret, set }, words, isFirst = false }: Props) {
  const { secretHint: hint } = words
  return (
    <>
      <TextField label={words.name} path={`${path}.name`} type="code" maxLength={100} isFirst={isFirst} />
      <TextField
        label={words.value}
        path={`${path}.value`}
        type={secret ? 'password' : 'code'}
        autoComplete={secret ? 'new-password' : 'off'}
        {...(secret && set && { placeholder: words.kept })}
      />
      <Switch label={words.secret} {...(hint !== undefined && { hint })} path={`${path}.secret`} />
    </>
  )
}
