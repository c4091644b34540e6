// The lab's page as the server sends it: the parts fill themselves once their scripts are here.
