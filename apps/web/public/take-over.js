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
  var isSignedIn = function () {
    try {
      return localStorage.getItem('tessera-session') !== null;
    } catch (refused) {
      return false;
    }
  };
  // Another header belongs to whoever is signed in; and what an address brings, such as a referral code, is taken in
  // before a link can be followed.
  if (isSignedIn() || location.search || location.hash) {
    document.getElementById('root').replaceChildren();
    return begin();
  }
  // The app holds the thread up for long: first the page is painted. A page in the background never is.
  requestAnimationFrame(function () {
    setTimeout(begin);
  });
  setTimeout(begin, 300);
})();
