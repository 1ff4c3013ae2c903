// Inside the vendor's frame: what the person does here, and the token that they get for it.
const asked = new URLSearchParams(location.search)
const tell = (message) => parent.postMessage({ widget: Number(asked.get('widget')), ...message }, '*')
const kind = location.pathname.split('/')[2]

async function pass() {
  const answer = await fetch('answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sitekey: asked.get('sitekey'), host: asked.get('host') }),
  })
  if (answer.ok) tell({ type: 'passed', ...(await answer.json()) })
  else tell({ type: 'refused' })
}

// On the document, and read before its body: whoever is quick finds everything answering.
document.addEventListener('change', () => (kind === 'hcaptcha' ? tell({ type: 'asked' }) : void pass()))
document.addEventListener('click', ({ target }) => {
  if (target.id === 'pass') void pass()
  if (target.id === 'close') tell({ type: 'closed' })
})
if (asked.get('step') === 'silent') void pass()
