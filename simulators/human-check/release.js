// What api.js of reCAPTCHA does: it loads the real script from another address, by a policy of its own where the page asked for one.
;(() => {
  const asked = new URL(document.currentScript.src)
  const address = new URL('releases/simulated.js', asked)
  address.search = asked.search
  const policy =
    asked.searchParams.get('trustedtypes') === 'true'
      ? window.trustedTypes?.createPolicy('goog#html', { createScriptURL: (url) => url })
      : undefined
  const script = document.createElement('script')
  script.src = policy ? policy.createScriptURL(address.href) : address.href
  document.head.append(script)
})()
