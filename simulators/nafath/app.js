// The person's page: asks for what waits, offers three numbers, sends the decision.
const requests = document.getElementById('requests')
const word = JSON.parse(requests.dataset.words)
const input = document.getElementById('nationalId')
const language = document.documentElement.lang
let shown = ''
let asking

const latin = (text) => text.replace(/[٠-٩]/g, (digit) => digit.charCodeAt(0) - 0x660).replace(/\D/g, '')

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

function message(text) {
  shown = ''
  requests.replaceChildren(element('p', { className: 'card', role: 'status' }, text))
}

/** Two wrong numbers and the right one, in an order that the transaction fixes. */
function threeNumbers({ random, transId }) {
  const numbers = [random]
  for (let at = 0; numbers.length < 3; at++) {
    const number = String(10 + ((transId.charCodeAt(at % transId.length) * 7 + at * 31) % 90))
    if (!numbers.includes(number)) numbers.push(number)
  }
  return numbers.sort()
}

async function decide(request, random, approve) {
  const answer = await fetch('/nafath/app/decide', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId: request.nationalId, random, approve }),
  })
  clearInterval(asking)
  message(answer.status === 204 ? (approve ? word.approved : word.rejected) : answer.status === 409 ? word.wrong : word.gone)
}

function card(request) {
  let chosen
  const approve = element('button', { className: 'primary', disabled: true, onclick: () => decide(request, chosen, true) }, word.approve)
  const reject = element('button', { onclick: () => decide(request, request.random, false) }, word.reject)
  const numbers = element('div', { className: 'row numbers', role: 'group' })
  for (const number of threeNumbers(request)) {
    const button = element('button', { type: 'button' }, number)
    button.onclick = () => {
      chosen = number
      approve.disabled = false
      for (const other of numbers.children) {
        other.setAttribute('aria-pressed', String(other === button))
        other.classList.toggle('primary', other === button)
      }
    }
    button.setAttribute('aria-pressed', 'false')
    numbers.append(button)
  }
  return element(
    'section',
    { className: 'card' },
    element('h2', {}, request.name[language].join(' ')),
    element('p', {}, `${word.service}: `, element('bdi', {}, request.service)),
    element('p', { className: 'quiet' }, `${word.left}: `, element('span', { id: 'left' })),
    element('p', {}, word.choose),
    numbers,
    element('div', { className: 'row' }, approve, reject),
  )
}

async function show() {
  const [request] = await (await fetch(`/nafath/app/pending?nationalId=${latin(input.value)}`)).json()
  if (!request) return message(word.none)
  if (shown !== request.transId) requests.replaceChildren(card(request))
  shown = request.transId
  document.getElementById('left').textContent = request.expiresInSeconds
}

document.getElementById('who').onsubmit = (event) => {
  event.preventDefault()
  clearInterval(asking)
  asking = setInterval(show, 1000)
  void show()
}
const person = document.getElementById('person')
person.parentElement.ontoggle = async () => {
  const answer = await fetch(`/nafath/app/person?nationalId=${latin(input.value)}`)
  const facts = answer.ok ? await answer.json() : {}
  for (const field of person.querySelectorAll('input')) field.value = facts[field.name] ?? ''
}
person.onsubmit = async (event) => {
  event.preventDefault()
  const answer = await fetch('/nafath/app/person', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId: latin(input.value), facts: Object.fromEntries(new FormData(person)) }),
  })
  document.getElementById('saved').textContent = answer.status === 204 ? word.saved : word.unsaved
}
const given = new URLSearchParams(location.search).get('nationalId')
if (given) {
  input.value = given
  document.getElementById('who').requestSubmit()
}
