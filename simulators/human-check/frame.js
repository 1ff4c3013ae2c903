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

const at = (id) => document.getElementById(id)
at('human')?.addEventListener('change', () => (kind === 'hcaptcha' ? tell({ type: 'asked' }) : void pass()))
at('pass')?.addEventListener('click', () => void pass())
at('close')?.addEventListener('click', () => tell({ type: 'closed' }))
if (asked.get('step') === 'silent') void pass()
