import '../../shared/tokens.css'
import './pages.css'
import type { Fault, PageBridge } from '../bridge.ts'
import { faultWords, find, insertWords, words } from './words.ts'

const bridge = window.frontdeskPages as PageBridge
const form = find<HTMLFormElement>('form')
const address = find<HTMLInputElement>('[name=address]')
const sure = find<HTMLInputElement>('[name=sure]')
const submit = find<HTMLButtonElement>('[type=submit]')
const back = find<HTMLButtonElement>('[name=back]')

insertWords()
const { server } = await bridge.state()
back.hidden = server === null
address.value = server ?? ''
address.focus()
address.select()

function showFault(fault: Fault | null): void {
  find('#fault').textContent = fault === null ? '' : faultWords(fault)
  address.setAttribute('aria-invalid', String(fault !== null))
  find<HTMLElement>('.sure').hidden = fault !== 'unencrypted'
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  submit.disabled = true
  submit.textContent = words.connecting
  const fault = await bridge.keep(address.value, sure.checked)
  submit.disabled = false
  submit.textContent = words.connect
  showFault(fault)
  if (fault !== null) (fault === 'unencrypted' ? sure : address).focus()
})
// The confirmation applied to the previous address.
address.addEventListener('input', () => {
  sure.checked = false
  showFault(null)
})
back.addEventListener('click', async () => showFault(await bridge.retry()))
