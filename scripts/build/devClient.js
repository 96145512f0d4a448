// Put behind the browser's entry in development: reloads the page when the site comes back after a restart, and
// shows a failed build over it.
(function listen(isBroken) {
  const source = new EventSource('/dev/reload');
  source.onopen = () => {
    if (isBroken) location.reload();
  };
  source.onerror = () => {
    isBroken = true;
    // Some browsers reconnect by themselves when the server does not listen, others give up.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 150, true);
  };
  source.addEventListener('build-error', ({ data }) => {
    const overlay = document.getElementById('build-error') ?? document.createElement('pre');
    overlay.id = 'build-error';
    overlay.setAttribute('role', 'alert');
    overlay.textContent = JSON.parse(data);
    overlay.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;margin:0;padding:2rem;overflow:auto;background:#1b1b1bf2;color:#ff9d9d;font:14px/1.5 monospace;white-space:pre-wrap';
    document.body.append(overlay);
  });
})(false);
