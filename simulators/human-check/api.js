// A vendor's script in the page: draws in frames of the vendor's, and hands over the token that a frame got.
;(() => {
  const source = new URL(document.currentScript.src)
  const asked = source.searchParams
  const [base, kind] = /^.*\/human-check\/(\w+)/.exec(source.href)
  const widgets = []

  function frameOf(widget, step) {
    const frame = document.createElement('iframe')
    const { sitekey, theme = 'light', language = asked.get('hl') ?? 'en', hl = language } = widget.options
    const query = new URLSearchParams({ widget: widgets.indexOf(widget), sitekey, host: location.hostname, lang: hl, theme, step })
    frame.src = `${base}/frame?${query}`
    frame.title = `${kind} ${step}`
    Object.assign(
      frame.style,
      step === 'silent' ? { width: '256px', height: '60px', border: '0' } : { width: '300px', height: '92px', border: '0' },
    )
    return frame
  }

  /** The question covers the page and stands beside everything in it, as the vendors' do. */
  function challenge(widget) {
    const cover = document.createElement('div')
    Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '2000000000', display: 'grid', placeItems: 'center' })
    const frame = frameOf(widget, 'challenge')
    frame.style.height = '160px'
    cover.append(frame)
    document.body.append(cover)
    widget.cover = cover
  }

  function draw(container, options) {
    // Two of the three promise nothing about Trusted Types; here they do what those forbid.
    if (kind !== 'recaptcha') container.innerHTML = '<span></span>'
    const widget = { container, options }
    widgets.push(widget)
    container.append(frameOf(widget, kind === 'recaptcha' ? 'badge' : 'checkbox'))
    return widget
  }

  addEventListener('message', ({ origin, data }) => {
    const widget = origin === source.origin && widgets[data?.widget]
    if (!widget) return
    if (data.type === 'asked') return challenge(widget)
    widget.cover?.remove()
    if (data.type === 'closed') return widget.options['close-callback']?.()
    if (data.type === 'refused') return widget.options['error-callback']?.(kind === 'turnstile' ? '400020' : 'invalid-data')
    widget.answered?.(data.token)
    widget.options.callback?.(data.token)
  })

  const called = (id) => widgets[id] ?? widgets[0]
  const shared = {
    remove(id) {
      called(id).cover?.remove()
      called(id).container.replaceChildren()
    },
    reset(id) {
      const widget = called(id)
      widget.cover?.remove()
      widget.container.replaceChildren(frameOf(widget, 'checkbox'))
    },
  }
  const vendors = {
    hcaptcha: () => ({ hcaptcha: { ...shared, render: (container, options) => String(widgets.indexOf(draw(container, options))) } }),
    turnstile: () => ({ turnstile: { ...shared, render: (container, options) => String(widgets.indexOf(draw(container, options))) } }),
    recaptcha: () => ({
      grecaptcha: {
        ready: (then) => then(),
        reset: (id) => called(id).cover?.remove(),
        render: (container, options) => widgets.indexOf(draw(container, options)),
        execute: (id) =>
          new Promise((resolve) => {
            const widget = called(id)
            widget.answered = resolve
            if (widget.options.sitekey.endsWith('-challenge')) challenge(widget)
            else widget.container.replaceChildren(frameOf(widget, 'silent'))
          }),
      },
    }),
  }
  Object.assign(window, vendors[kind]())
  window[asked.get('onload')]?.()
})()
