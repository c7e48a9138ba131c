// Stands in the drawn landing page, behind what is drawn.
(function () {
  var address = document.currentScript.dataset.entry;
  var begun = false;
  var begin = function () {
    if (begun) return;
    begun = true;
    var script = document.createElement('script');
    script.type = 'module';
    script.src = address;
    document.head.append(script);
  };
  try {
    // Whoever is signed in has another header, and so waits for it.
    if (localStorage.getItem('tessera-session')) document.getElementById('root').replaceChildren();
  } catch (refused) {
    // Without storage nobody is signed in.
  }
  // The app holds the thread up for long: first the page is painted. A page in the background never is.
  requestAnimationFrame(function () {
    setTimeout(begin);
  });
  setTimeout(begin, 300);
})();
